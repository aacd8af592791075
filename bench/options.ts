import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Size } from './pennon.ts';

/** How much of everything; what is measured is the same at every pace. */
export type Pace = {
  connections: number;
  /** Before the first measurement, for each server: until its code is compiled and its caches full. */
  warmUpSeconds: number;
  /** Before each scenario. */
  warmSeconds: number;
  /** Before each round, at most: until the machine is at rest. */
  restSeconds: number;
  roundSeconds: number;
  /** A round of writes: long enough to hold several of the moments in which the peer answers nobody. */
  writeRoundSeconds: number;
  rounds: number;
  /** A slow server gets no more rounds than these once its budget is spent. */
  leastRounds: number;
  budgetSeconds: number;
};

export type Options = {
  mode: 'quick' | 'normal' | 'large' | 'smoke';
  pace: Pace;
  /** What Pennon, the peer and the limit are compared on. */
  size: Size;
  /** Sizes at which Pennon alone is measured; the one above is added to them. */
  growth: Size[];
  embedded: Size[];
  withPeer: boolean;
  /** Scenarios are left out unless their group and name contain this. */
  only: string;
  /** Whether docs/performance.md gets the numbers of this run. */
  document: boolean;
  /** The checkout of Pennon that is measured. */
  checkout: string;
  mostMinutes: number;
};

type Mode = Pick<Options, 'pace' | 'size' | 'growth' | 'embedded' | 'withPeer' | 'mostMinutes'>;

const steady: Pace = {
  connections: 4,
  warmUpSeconds: 15,
  warmSeconds: 0.5,
  restSeconds: 5,
  roundSeconds: 1,
  writeRoundSeconds: 3,
  rounds: 7,
  leastRounds: 3,
  budgetSeconds: 20,
};

const modes: Record<Options['mode'], Mode> = {
  smoke: {
    pace: {
      ...steady,
      warmUpSeconds: 0.2,
      warmSeconds: 0.05,
      restSeconds: 0,
      roundSeconds: 0.1,
      writeRoundSeconds: 0.1,
      rounds: 2,
    },
    size: { flags: 50, events: 1000 },
    growth: [],
    embedded: [],
    withPeer: false,
    mostMinutes: 3,
  },
  quick: {
    pace: {
      ...steady,
      warmUpSeconds: 1,
      warmSeconds: 0.1,
      restSeconds: 0,
      roundSeconds: 0.2,
      writeRoundSeconds: 0.3,
      rounds: 2,
      leastRounds: 1,
      budgetSeconds: 0.4,
    },
    size: { flags: 10_000, events: 60_000 },
    growth: [],
    embedded: [],
    withPeer: true,
    mostMinutes: 15,
  },
  normal: {
    pace: steady,
    size: { flags: 10_000, events: 1_000_000 },
    growth: [{ flags: 1000, events: 100_000 }],
    embedded: [
      { flags: 1000, events: 10_000 },
      { flags: 10_000, events: 100_000 },
    ],
    withPeer: true,
    mostMinutes: 90,
  },
  large: {
    pace: steady,
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
    mostMinutes: 360,
  },
};

export const usage = `npm run bench -- [options]
  --quick            10,000 flags, 60,000 events, short rounds: less than three minutes once installed
  --large            also 100,000 flags and 10,000,000 events: an hour, and 25 GB of disk
  --smoke            Pennon alone on the embedded database, in seconds: does the bench still work?
  --only TEXT        only scenarios whose group and name contain it, such as "flag search"
  --no-peer          without the peer
  --no-growth        without other sizes and the embedded database
  --flags N          flags to compare on
  --events N         events to compare on
  --pennon FOLDER    another checkout of Pennon than this one
  --document         put the numbers of this run into docs/performance.md
BENCH_DATABASE_URL names a PostgreSQL to use; its role must be a superuser. Without it, a private one
is started from the binaries found here, and removed in the end.`;

/** Throws with a readable message on what it does not understand. */
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
      flags: wholeNumber(values.flags, 'flags') ?? preset.size.flags,
      events: wholeNumber(values.events, 'events') ?? preset.size.events,
    },
    growth: growing ? preset.growth : [],
    embedded: growing ? preset.embedded : [],
    withPeer: preset.withPeer && (values.peer ?? true),
    only: values.only ?? '',
    document: values.document ?? false,
    checkout: values.pennon ?? fileURLToPath(new URL('..', import.meta.url)),
  };
}

function wholeNumber(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new Error(`--${name} must be a whole number from 1, not "${text}".`);
}
