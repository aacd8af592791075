import { setImmediate } from 'node:timers/promises';
import { createMemory } from '../answers/memory.ts';
import type { News } from './news.ts';
import type { ServedRow } from './queries.ts';
import type { EnvironmentState, ServedFlag } from './rules.ts';
import type { ClientSegment } from './schema.ts';

export type States = {
  /** The environment as of its newest revision; from memory unless something has changed. */
  of: (environment: string) => EnvironmentState | Promise<EnvironmentState>;
};

type Parts = {
  news: News;
  listServed: (environment: string, names: readonly string[] | undefined) => Promise<ServedRow[]>;
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
    const changed = before && news.flagsChangedSince(before.asOf, environment);
    const served = await collect(await listServed(environment, changed));
    const flags = changed ? merge(before.flags, changed, served.flags) : served.flags;
    const state = { revision, asOf, flags, segments: served.segments, bytes: bytesOf(flags) };
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
  return { feature, json: JSON.stringify(feature), tags };
}

/** No variants means any; SDKs look for the member. */
const withoutNoVariants = ({
  variants,
  ...dependency
}: NonNullable<ServedFlag['feature']['dependencies']>[number]) =>
  variants === undefined || variants.length === 0 ? dependency : { ...dependency, variants };

function merge(
  before: ReadonlyMap<string, ServedFlag>,
  changed: readonly string[],
  now: ReadonlyMap<string, ServedFlag>,
): Map<string, ServedFlag> {
  const flags = new Map(before);
  for (const name of changed) flags.delete(name);
  for (const [name, flag] of now) flags.set(name, flag);
  return flags;
}

const bytesOf = (flags: ReadonlyMap<string, ServedFlag>) =>
  [...flags.values()].reduce((sum, { json }) => sum + json.length * bytesPerCharacter, 0);
