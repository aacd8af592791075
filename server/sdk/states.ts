import { setImmediate } from 'node:timers/promises';
import { createMemory } from '../answers/memory.ts';
import type { News } from './news.ts';
import type { ServedRow, Wanted } from './queries.ts';
import type { Change, EnvironmentState, ServedFlag } from './rules.ts';
import type { ClientSegment } from './schema.ts';

export type States = {
  /** The environment as of its newest revision; from memory unless something has changed. */
  of: (environment: string) => EnvironmentState | Promise<EnvironmentState>;
};

type Parts = {
  news: News;
  listServed: (environment: string, wanted: Wanted | undefined) => Promise<ServedRow[]>;
  bytesMax: number;
  /** True while the database is known not to answer. */
  isAway: () => boolean;
  onTrouble: (error: unknown) => void;
};

/** A cautious guess at what a flag takes as an object and as text together. */
const bytesPerCharacter = 4;

/** Other requests get a turn after so many flags. */
const flagsPerTurn = 500;

/** Keeps environments in memory, and reads only those flags again that an event has named. */
export function createStates({ news, listServed, bytesMax, isAway, onTrouble }: Parts): States {
  const held = createMemory<EnvironmentState>(bytesMax);
  const loading = new Map<string, Promise<EnvironmentState>>();

  const renew = async (environment: string): Promise<EnvironmentState> => {
    // Both before the reading: what is read may be newer than it says, never older.
    const revision = await news.revisionOf(environment);
    const asOf = news.position();
    const before = held.get(environment);
    const changes = before && news.changesSince(before.asOf, environment);
    const wanted = changes && wantedBy(before, changes);
    const nothingToRead = wanted?.flags.length === 0 && wanted.segments.length === 0;
    const served = await collect(nothingToRead ? [] : await listServed(environment, wanted));
    const now = wanted ? merge(before, wanted, served) : { ...served, ordered: inOrder(served) };
    const state = { revision, asOf, ...now, bytes: bytesOf(now.ordered) };
    held.set(environment, state);
    return state;
  };

  const renewOnce = (environment: string) => {
    const running =
      loading.get(environment) ?? renew(environment).finally(() => loading.delete(environment));
    loading.set(environment, running);
    return running;
  };

  return {
    of: (environment) => {
      const state = held.get(environment);
      if (!state) return renewOnce(environment);
      if (state.revision === news.revisionOf(environment) || isAway()) return state;
      // An old answer is better than none: SDKs would keep their old values anyway.
      return renewOnce(environment).catch((error) => {
        onTrouble(error);
        return state;
      });
    },
  };
}

type Served = { flags: Map<string, ServedFlag>; segments: Map<number, ClientSegment> };

async function collect(rows: readonly ServedRow[]): Promise<Served> {
  const served: Served = { flags: new Map(), segments: new Map() };
  for (const [index, row] of rows.entries()) {
    if (row.kind === 'segment') served.segments.set(row.body.id, row.body);
    else served.flags.set(row.body.name, servedFlag(row));
    if (index % flagsPerTurn === flagsPerTurn - 1) await setImmediate();
  }
  return served;
}

function servedFlag({ body, tags }: Extract<ServedRow, { kind: 'flag' }>): ServedFlag {
  const { dependencies, strategies, ...rest } = body;
  const feature = {
    ...rest,
    strategies: strategies.map(({ segments, ...strategy }) =>
      segments === null ? strategy : { ...strategy, segments },
    ),
    ...(dependencies ? { dependencies: dependencies.map(withoutNoVariants) } : {}),
  };
  return { feature, json: JSON.stringify(feature), tags, leads: leads(feature.name) };
}

/** One name in 64, whatever the others are, so that pieces stay the same when flags come and go. */
function leads(name: string): boolean {
  let hash = 0;
  for (let at = 0; at < name.length; at++) hash = (Math.imul(hash, 31) + name.charCodeAt(at)) | 0;
  return (Math.imul(hash, 0x9e3779b1) >>> 26) === 0;
}

/** No variants means any; SDKs look for the member. */
const withoutNoVariants = ({
  variants,
  ...dependency
}: NonNullable<ServedFlag['feature']['dependencies']>[number]) =>
  variants === undefined || variants.length === 0 ? dependency : { ...dependency, variants };

function wantedBy(before: EnvironmentState, changes: readonly Change[]): Wanted {
  const flags = new Set<string>();
  const segments = new Set<number>();
  const projects = new Set<string>();
  for (const { effect } of changes) {
    if (typeof effect === 'string') continue;
    if ('flag' in effect) flags.add(effect.flag);
    else if ('segment' in effect) segments.add(effect.segment);
    else projects.add(effect.project);
  }
  for (const { feature } of projects.size > 0 ? before.ordered : []) {
    if (projects.has(feature.project)) flags.add(feature.name);
  }
  return { flags: [...flags], segments: [...segments] };
}

/** What was not read again stays the very same object, and so does what reads the same. */
function merge(before: EnvironmentState, wanted: Wanted, now: Served) {
  const flags = new Map(before.flags);
  for (const name of wanted.flags) flags.delete(name);
  for (const [name, flag] of now.flags) {
    const old = before.flags.get(name);
    flags.set(name, old && sameFlag(old, flag) ? old : flag);
  }
  const segments = new Map(before.segments);
  for (const [id, segment] of now.segments) {
    const old = segments.get(id);
    if (JSON.stringify(old) !== JSON.stringify(segment)) segments.set(id, segment);
  }
  const reread = new Set(wanted.flags);
  const kept = before.ordered.filter(({ feature }) => !reread.has(feature.name));
  const come = inOrder({ flags: new Map(wanted.flags.flatMap((name) => pairIn(flags, name))) });
  return { flags, segments, ordered: interleave(kept, come) };
}

const pairIn = <T>(map: ReadonlyMap<string, T>, name: string): [string, T][] => {
  const value = map.get(name);
  return value === undefined ? [] : [[name, value]];
};

const sameFlag = (one: ServedFlag, other: ServedFlag) =>
  one.json === other.json && one.tags.join('\n') === other.tags.join('\n');

const inOrder = ({ flags }: Pick<Served, 'flags'>): ServedFlag[] =>
  [...flags.values()].sort((one, other) => (one.feature.name < other.feature.name ? -1 : 1));

/** Two ordered lists as one. */
function interleave(kept: readonly ServedFlag[], come: readonly ServedFlag[]): ServedFlag[] {
  if (come.length === 0) return [...kept];
  const all: ServedFlag[] = [];
  let next = 0;
  for (const flag of kept) {
    for (let other = come[next]; other && other.feature.name < flag.feature.name; ) {
      all.push(other);
      other = come[++next];
    }
    all.push(flag);
  }
  return [...all, ...come.slice(next)];
}

const bytesOf = (flags: readonly ServedFlag[]) =>
  flags.reduce((sum, { json }) => sum + json.length * bytesPerCharacter, 0);
