import { randomUUID } from 'node:crypto';
import type { Flag, Segment } from '../delivery/evaluation/model.ts';
import type { Db } from '../platform/db/open.ts';
import { anEnvironment, aProject } from './a.ts';
import { aSegment } from './targeting.ts';

/** Replaces all flags by the given ones, in a new project and environment. */
export async function insertEvaluationFlags(
  db: Db,
  { flags, segments }: { flags: readonly Flag[]; segments: readonly Segment[] },
): Promise<{ environment: string; project: string }> {
  const environment = await anEnvironment(db);
  const project = await aProject(db, { environments: [environment] });
  await db.deleteFrom('dependencies').execute();
  await db.deleteFrom('flags').execute();
  if (flags.length === 0) return { environment, project };
  await db
    .insertInto('flags')
    .values(flags.map(({ name }) => ({ name, project })))
    .execute();
  await db
    .insertInto('flag_environments')
    .values(
      flags.map(({ name, enabled, variants = [] }) => ({
        flag: name,
        environment,
        enabled,
        variants: JSON.stringify(variants),
      })),
    )
    .execute();
  await insertStrategies(db, environment, flags, await insertSegments(db, segments));
  await insertDependencies(db, flags);
  return { environment, project };
}

/** Returns the stored ids by the given ones. */
async function insertSegments(db: Db, segments: readonly Segment[]): Promise<Map<number, number>> {
  const ids = new Map<number, number>();
  for (const { id, constraints } of segments) {
    ids.set(id, await aSegment(db, { constraints: [...constraints] }));
  }
  return ids;
}

async function insertStrategies(
  db: Db,
  environment: string,
  flags: readonly Flag[],
  segmentIds: ReadonlyMap<number, number>,
): Promise<void> {
  const strategies = flags.flatMap(({ name: flag, strategies: all = [] }) =>
    all.map((strategy, index) => ({ ...strategy, flag, index, id: randomUUID() })),
  );
  if (strategies.length === 0) return;
  await db
    .insertInto('strategies')
    .values(
      strategies.map(({ id, flag, index, name, ...rest }) => ({
        id,
        flag,
        environment,
        name,
        sort_order: index,
        constraints: JSON.stringify(rest.constraints ?? []),
        parameters: JSON.stringify(rest.parameters ?? {}),
        variants: JSON.stringify(rest.variants ?? []),
      })),
    )
    .execute();
  const uses = strategies.flatMap(({ id, segments = [] }) =>
    [...new Set(segments)].map((segment) => ({
      strategy_id: id,
      segment_id: segmentIds.get(segment) ?? 0,
    })),
  );
  if (uses.length > 0) await db.insertInto('strategy_segments').values(uses).execute();
}

async function insertDependencies(db: Db, flags: readonly Flag[]): Promise<void> {
  const dependencies = flags.flatMap(({ name: child, dependencies: [dependency] = [] }) =>
    dependency
      ? [
          {
            child,
            parent: dependency.feature,
            enabled: dependency.enabled ?? true,
            variants: [...(dependency.variants ?? [])],
          },
        ]
      : [],
  );
  if (dependencies.length > 0) await db.insertInto('dependencies').values(dependencies).execute();
}
