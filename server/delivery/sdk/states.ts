import { setImmediate } from 'node:timers/promises';
import { createMemory } from '../../platform/cache/memory.ts';
import type { News } from './change-feed.ts';
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
    const now = wanted ? merge(before, wanted, served) : whole(served);
    const state = { revision, asOf, ...now };
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
  const segments = feature.strategies.flatMap((strategy) =>
    'segments' in strategy ? strategy.segments : [],
  );
  return {
    ...{ feature, json: JSON.stringify(feature), tags },
    ...{ segments: segments.length === 0 ? none : segments, leads: leads(feature.name) },
  };
}

const none: readonly number[] = [];

/** One name in 256, whatever the others are, so that pieces stay the same when flags come and go. */
function leads(name: string): boolean {
  let hash = 0;
  for (let at = 0; at < name.length; at++) hash = (Math.imul(hash, 31) + name.charCodeAt(at)) | 0;
  return Math.imul(hash, 0x9e3779b1) >>> 24 === 0;
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

const whole = ({ flags, segments }: Served) => ({
  flags,
  segments,
  ordered: inOrder(flags),
  bytes: [...flags.values()].reduce((sum, flag) => sum + bytesOf(flag), 0),
});

/** What was not read again stays the very same object, and so does what reads the same. */
function merge(before: EnvironmentState, wanted: Wanted, now: Served) {
  const flags = new Map(before.flags);
  let { bytes } = before;
  for (const name of wanted.flags) {
    const [old, fresh] = [before.flags.get(name), now.flags.get(name)];
    if (old && fresh && sameFlag(old, fresh)) continue;
    flags.delete(name);
    if (fresh) flags.set(name, fresh);
    bytes += bytesOf(fresh) - bytesOf(old);
  }
  const segments = new Map(before.segments);
  for (const [id, segment] of now.segments) {
    const old = segments.get(id);
    if (JSON.stringify(old) !== JSON.stringify(segment)) segments.set(id, segment);
  }
  return { flags, segments, ordered: reorder(before.ordered, flags, wanted.flags), bytes };
}

const sameFlag = (one: ServedFlag, other: ServedFlag) =>
  one.json === other.json && one.tags.join('\n') === other.tags.join('\n');

const bytesOf = (flag: ServedFlag | undefined) => (flag?.json.length ?? 0) * bytesPerCharacter;

const inOrder = (flags: ReadonlyMap<string, ServedFlag>): ServedFlag[] =>
  [...flags.values()].sort((one, other) => (one.feature.name < other.feature.name ? -1 : 1));

/** Of so few changes each is put in its place; of more, the whole list is put in order. */
const placedAtMost = 200;

/** The list with the named flags as they are now, without looking at the others. */
function reorder(
  before: readonly ServedFlag[],
  flags: ReadonlyMap<string, ServedFlag>,
  names: readonly string[],
): readonly ServedFlag[] {
  if (names.length === 0) return before;
  if (names.length > placedAtMost) return inOrder(flags);
  const ordered = [...before];
  for (const name of names) {
    const at = placeOf(ordered, name);
    const flag = flags.get(name);
    ordered.splice(at, ordered[at]?.feature.name === name ? 1 : 0, ...(flag ? [flag] : []));
  }
  return ordered;
}

/** Where the name is, or would be. */
function placeOf(ordered: readonly ServedFlag[], name: string): number {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ordered[middle]?.feature.name ?? '') < name) low = middle + 1;
    else high = middle;
  }
  return low;
}
