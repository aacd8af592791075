import { randomUUID } from 'node:crypto';
import type { Flag, Segment } from '../delivery/evaluation/model.ts';
import type { Db } from '../platform/db/open.ts';
import { anEnvironment, aProject } from './a.ts';
import { aSegment } from './targeting.ts';

/** Flags as evaluation knows them, put into the tables of an environment of their own. */
export async function plantFlags(
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
  await plantStrategies(db, environment, flags, await plantSegments(db, segments));
  await plantDependencies(db, flags);
  return { environment, project };
}

/** Returns the ids that the database gave, by those that were asked for. */
async function plantSegments(db: Db, segments: readonly Segment[]): Promise<Map<number, number>> {
  const ids = new Map<number, number>();
  for (const { id, constraints } of segments) {
    ids.set(id, await aSegment(db, { constraints: [...constraints] }));
  }
  return ids;
}

async function plantStrategies(
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
        ...{ id, flag, environment, name, sort_order: index },
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

async function plantDependencies(db: Db, flags: readonly Flag[]): Promise<void> {
  const ties = flags.flatMap(({ name: child, dependencies: [tie] = [] }) =>
    tie
      ? [
          {
            child,
            parent: tie.feature,
            enabled: tie.enabled ?? true,
            variants: [...(tie.variants ?? [])],
          },
        ]
      : [],
  );
  if (ties.length > 0) await db.insertInto('dependencies').values(ties).execute();
}
