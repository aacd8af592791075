import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { EdgeLoad } from './edge.ts';
import type { IntegrationLoad } from './integrations.ts';
import type { Size } from './pennon.ts';

/** Durations and counts; the scenarios do not depend on them. */
export type Pace = {
  connections: number;
  /** Per server, before the first measurement: until code is compiled and caches are filled. */
  warmUpSeconds: number;
  /** Before each scenario. */
  warmSeconds: number;
  /** At most, before each round: until the machine is idle. */
  idleWaitSeconds: number;
  roundSeconds: number;
  /** Long enough for several of the pauses in which the peer does not respond to writes. */
  writeRoundSeconds: number;
  rounds: number;
  /** A slow server gets only these rounds once its budget is used. */
  minRounds: number;
  budgetSeconds: number;
  integrations: IntegrationLoad;
  edge: EdgeLoad;
};

export type Options = {
  mode: 'quick' | 'normal' | 'large' | 'smoke';
  pace: Pace;
  /** The size at which Pennon, the peer and the limit are compared. */
  size: Size;
  /** Further sizes, at which only Pennon is measured. */
  growth: Size[];
  embedded: Size[];
  withPeer: boolean;
  /** Only scenarios whose group and name contain this text. */
  only: string;
  /** Whether to write the results into docs/performance.md. */
  document: boolean;
  /** The checkout of Pennon to measure. */
  checkout: string;
  maxMinutes: number;
};

type Mode = Pick<Options, 'pace' | 'size' | 'growth' | 'embedded' | 'withPeer' | 'maxMinutes'>;

const defaultPace: Pace = {
  connections: 4,
  warmUpSeconds: 15,
  warmSeconds: 0.5,
  idleWaitSeconds: 5,
  roundSeconds: 1,
  writeRoundSeconds: 3,
  rounds: 7,
  minRounds: 3,
  budgetSeconds: 20,
  integrations: { integrations: 50, eventsPerMinute: 10_000, seconds: 60 },
  edge: { flags: 350, streamFlags: 10_000, streams: 1000 },
};

const modes: Record<Options['mode'], Mode> = {
  smoke: {
    pace: {
      ...defaultPace,
      warmUpSeconds: 0.2,
      warmSeconds: 0.05,
      idleWaitSeconds: 0,
      roundSeconds: 0.1,
      writeRoundSeconds: 0.1,
      rounds: 2,
      integrations: { integrations: 3, eventsPerMinute: 600, seconds: 1 },
      edge: { flags: 50, streamFlags: 50, streams: 5 },
    },
    size: { flags: 50, events: 1000 },
    growth: [],
    embedded: [],
    withPeer: false,
    maxMinutes: 3,
  },
  quick: {
    pace: {
      ...defaultPace,
      warmUpSeconds: 1,
      warmSeconds: 0.1,
      idleWaitSeconds: 0,
      roundSeconds: 0.2,
      writeRoundSeconds: 0.3,
      rounds: 2,
      minRounds: 1,
      budgetSeconds: 0.4,
      integrations: { integrations: 50, eventsPerMinute: 10_000, seconds: 3 },
    },
    size: { flags: 10_000, events: 60_000 },
    growth: [],
    embedded: [],
    withPeer: true,
    maxMinutes: 15,
  },
  normal: {
    pace: defaultPace,
    size: { flags: 10_000, events: 1_000_000 },
    growth: [{ flags: 1000, events: 100_000 }],
    embedded: [
      { flags: 1000, events: 10_000 },
      { flags: 10_000, events: 100_000 },
    ],
    withPeer: true,
    maxMinutes: 90,
  },
  large: {
    pace: defaultPace,
    size: { flags: 10_000, events: 1_000_000 },
    growth: [
      { flags: 1000, events: 100_000 },
      { flags: 100_000, events: 10_000_000 },
    ],
    embedded: [
      { flags: 1000, events: 10_000 },
      { flags: 10_000, events: 100_000 },
    ],
    withPeer: true,
    maxMinutes: 360,
  },
};

export const usage = `npm run bench -- [options]
  --quick            10,000 flags, 60,000 events, short rounds: under three minutes
  --large            also 100,000 flags and 10,000,000 events: an hour, and 25 GB of disk
  --smoke            Pennon alone on the embedded database, in seconds, to check the bench itself
  --only TEXT        only scenarios whose group and name contain the text, such as "flag search"
  --no-peer          without the peer
  --no-growth        without other sizes and the embedded database
  --flags N          flags to compare on
  --events N         events to compare on
  --pennon FOLDER    another checkout of Pennon than this one
  --document         write the results into docs/performance.md
BENCH_DATABASE_URL names a PostgreSQL to use; its role must be a superuser. Without it, a private one
is started from the installed binaries, and removed at the end.`;

/** Throws an error with a readable message for invalid options. */
export function readOptions(args: readonly string[]): Options {
  const flag = { type: 'boolean' } as const;
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      quick: flag,
      large: flag,
      smoke: flag,
      document: flag,
      peer: flag,
      growth: flag,
      only: text,
      flags: text,
      events: text,
      pennon: text,
    },
  });
  const chosen = (['quick', 'large', 'smoke'] as const).filter((mode) => values[mode]);
  if (chosen.length > 1) throw new Error(`Choose one of --${chosen.join(', --')}.`);
  const mode = chosen[0] ?? 'normal';
  const preset = modes[mode];
  const growing = values.growth ?? true;
  return {
    ...preset,
    mode,
    size: {
      flags: parseInteger(values.flags, 'flags') ?? preset.size.flags,
      events: parseInteger(values.events, 'events') ?? preset.size.events,
    },
    growth: growing ? preset.growth : [],
    embedded: growing ? preset.embedded : [],
    withPeer: preset.withPeer && (values.peer ?? true),
    only: values.only ?? '',
    document: values.document ?? false,
    checkout: values.pennon ?? fileURLToPath(new URL('..', import.meta.url)),
  };
}

function parseInteger(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new Error(`--${name} must be an integer from 1, not "${text}".`);
}
