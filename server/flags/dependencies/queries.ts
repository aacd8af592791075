import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/open.ts';
import { oneOf } from '../../platform/db/records.ts';
import type { FlagKey } from '../flags/queries.ts';
import type { Dependency } from './rules.ts';

/** The dependencies that restrict a new one. Both flags must be locked. */
export async function findRelations(tx: Tx, child: string, parent: string) {
  const rows = await tx
    .selectFrom('dependencies')
    .select(['child', 'parent', 'enabled', 'variants'])
    .where('child', 'in', [child, parent])
    .execute();
  const { rows: children } = await sql`
    select from dependencies where parent = ${child} limit 1`.execute(tx);
  const own = rows.find((row) => row.child === child);
  return {
    current: own && { parent: own.parent, enabled: own.enabled, variants: own.variants },
    childHasChildren: children.length > 0,
    parentHasParent: rows.some((row) => row.child === parent),
  };
}

export async function findParent(db: Db, child: string): Promise<string | undefined> {
  const dependency = await db
    .selectFrom('dependencies')
    .select('parent')
    .where('child', '=', child)
    .executeTakeFirst();
  return dependency?.parent;
}

/** Replaces the current parent. */
export async function saveDependency(
  tx: Tx,
  child: string,
  { parent, enabled, variants }: Dependency,
): Promise<void> {
  await tx
    .insertInto('dependencies')
    .values({ child, parent, enabled, variants })
    .onConflict((clash) => clash.column('child').doUpdateSet({ parent, enabled, variants }))
    .execute();
}

/** Returns the children that had a parent, sorted; with `parent`, only dependencies on it. */
export async function deleteDependencies(
  tx: Tx,
  children: readonly string[],
  parent?: string,
): Promise<string[]> {
  const deleted = await tx
    .deleteFrom('dependencies')
    .where('child', '=', oneOf(children))
    .$if(parent !== undefined, (query) => query.where('parent', '=', parent ?? ''))
    .returning('child')
    .execute();
  return deleted.map(({ child }) => child).sort();
}

/** Undefined when the project has no such flag. Empty for a flag that is a parent. */
export async function listParentOptions(
  db: Db,
  { project, name }: FlagKey,
): Promise<string[] | undefined> {
  const { rows } = await sql<{ options: string[] }>`
    select array(
      select other.name from flags as other
      where other.project = child.project and other.archived_at is null
        and other.name <> child.name
        and not exists (select from dependencies where dependencies.child = other.name)
        and not exists (select from dependencies where dependencies.parent = child.name)
      order by other.name
    ) as options
    from flags as child where child.name = ${name} and child.project = ${project}`.execute(db);
  return rows[0]?.options;
}

/** In any environment. Undefined when the project has no such flag. */
export async function listVariantNames(
  db: Db,
  { project, name }: FlagKey,
): Promise<string[] | undefined> {
  const { rows } = await sql<{ names: string[] }>`
    select array(
      select variant ->> 'name'
      from strategies, jsonb_array_elements(strategies.variants) as variant
      where strategies.flag = flags.name
      union
      select variant ->> 'name'
      from flag_environments, jsonb_array_elements(flag_environments.variants) as variant
      where flag_environments.flag = flags.name
      order by 1
    ) as names
    from flags where name = ${name} and project = ${project}`.execute(db);
  return rows[0]?.names;
}

export async function anyDependencyIn(db: Db, project: string): Promise<boolean> {
  const found = await db
    .selectFrom('dependencies')
    .innerJoin('flags', 'flags.name', 'dependencies.child')
    .select('child')
    .where('flags.project', '=', project)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
