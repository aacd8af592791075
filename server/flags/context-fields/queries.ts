import { type RawBuilder, sql } from 'kysely';
import { isVisible } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { referenceCountsOf } from '../references/queries.ts';
import type { StrategyUse } from '../segments/schema.ts';
import type { LegalValues } from '../strategies/constraints.ts';
import type { FieldData, FieldUses } from './rules.ts';
import type { ContextField, LegalValue } from './schema.ts';

/** By sort order, then name. */
export async function listContextFields(db: Db, caller: Caller): Promise<ContextField[]> {
  return selectWithUses(db, caller, sql`true`);
}

export async function findContextField(db: Db, caller: Caller, name: string) {
  const [field] = await selectWithUses(db, caller, sql`context_fields.name = ${name}`);
  return field;
}

export async function contextFieldExists(db: Db, name: string): Promise<boolean> {
  const found = await db
    .selectFrom('context_fields')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * The legal values of the fields with legal values. None of the fields can be changed or deleted until
 * the transaction ends, so a check against them is still valid at commit.
 */
export async function lockLegalValues(db: Db, names: readonly string[]): Promise<LegalValues> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<{ name: string; values: string[] }>`
    select name, array(select jsonb_path_query(legal_values, '$[*].value') #>> '{}') as values
    from context_fields
    where name = any(${names}::text[])
    order by name
    for share`.execute(db);
  return new Map(rows.flatMap(({ name, values }) => (values.length > 0 ? [[name, values]] : [])));
}

/** Of active flags; archived ones do not prevent the deletion of the field. */
export async function listStrategiesUsing(
  db: Db,
  caller: Caller,
  name: string,
): Promise<StrategyUse[]> {
  return db
    .selectFrom('strategies')
    .innerJoin('flags', 'flags.name', 'strategies.flag')
    .select(['strategies.id', 'strategies.flag as featureName', 'flags.project as projectId'])
    .select(['strategies.environment', 'strategies.name as strategyName'])
    .where(strategyUses(sql`${name}::text`))
    .where('flags.archived_at', 'is', null)
    .where(isVisible(caller, sql.ref('flags.project')))
    .orderBy('strategies.flag')
    .orderBy('strategies.environment')
    .orderBy('strategies.sort_order')
    .orderBy('strategies.id')
    .execute();
}

const namedMax = 10;

/**
 * Up to ten of each: active flags, segments and projects that use the field. The flags are looked up
 * one by one until ten are found: the planner cannot estimate uses and would join all flags.
 */
export async function listUses(tx: Tx, name: string): Promise<FieldUses> {
  const field = sql`${name}::text`;
  const { rows } = await sql<FieldUses>`
    select
      array(
        select flag from (
          select flag from strategies where ${strategyUses(field)}
          union
          select flag from flag_environments where ${variantsUse(field)}
          order by flag
        ) as used
        where (select archived_at is null from flags where name = flag)
        limit ${namedMax}
      ) as flags,
      array(
        select name from segments where constraints @> ${constraintOn(field)}
        order by name limit ${namedMax}
      ) as segments,
      array(
        select id from projects
        where default_stickiness = ${field} and ${isFieldName(field)}
        union
        select project from project_environments where ${defaultStrategyUses(field)}
        order by id limit ${namedMax}
      ) as projects`.execute(tx);
  return rows[0] ?? { flags: [], segments: [], projects: [] };
}

export async function lockContextField(tx: Tx, name: string): Promise<FieldData | undefined> {
  return tx
    .selectFrom('context_fields')
    .select(['name', 'description', 'stickiness', 'sort_order as sortOrder', legalValuesColumn])
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst();
}

/** False when the name is taken. */
export async function insertContextField(tx: Tx, data: FieldData): Promise<boolean> {
  const inserted = await tx
    .insertInto('context_fields')
    .values({ name: data.name, ...columnsOf(data) })
    .onConflict((clash) => clash.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function saveContextField(tx: Tx, data: FieldData): Promise<void> {
  await tx
    .updateTable('context_fields')
    .set(columnsOf(data))
    .where('name', '=', data.name)
    .execute();
}

export async function deleteContextFieldRow(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('context_fields').where('name', '=', name).execute();
}

const legalValuesColumn = sql<LegalValue[]>`legal_values`.as('legalValues');

const columnsOf = ({ description, stickiness, sortOrder, legalValues }: FieldData) => ({
  description,
  stickiness,
  sort_order: sortOrder,
  legal_values: JSON.stringify(legalValues),
});

type Sql = RawBuilder<unknown>;

const constraintOn = (field: Sql) =>
  sql`jsonb_build_array(jsonb_build_object('contextName', ${field}))`;

const stickyBy = (field: Sql) => sql`jsonb_build_object('stickiness', ${field})`;

/** These two values of stickiness are no field names, even if fields with these names exist. */
const isFieldName = (field: Sql) => sql<boolean>`${field} not in ('default', 'random')`;

/**
 * In a constraint, or as the stickiness of a rollout or a variant, like the database function
 * `referenced_context_fields`. An index is used only if its expression is repeated exactly.
 */
const strategyUses = (field: Sql) => sql<boolean>`(
  strategies.constraints <> '[]'
    and jsonb_path_query_array(strategies.constraints, '$[*].contextName')
      @> jsonb_build_array(${field})
  or strategies.parameters ->> 'stickiness' not in ('default', 'random')
    and strategies.parameters ->> 'stickiness' = ${field}
  or strategies.variants <> '[]'
    and jsonb_path_query_array(strategies.variants, '$[*].stickiness')
      @> jsonb_build_array(${field})
    and ${isFieldName(field)}
)`;

const variantsUse = (field: Sql) => sql<boolean>`(
  flag_environments.variants <> '[]' and (
    flag_environments.variants @> jsonb_build_array(${stickyBy(field)}) and ${isFieldName(field)}
    or flag_environments.variants
      @> jsonb_build_array(jsonb_build_object('overrides', ${constraintOn(field)}))
  ))`;

const defaultStrategyUses = (field: Sql) => sql<boolean>`(
  default_strategy -> 'constraints' @> ${constraintOn(field)}
  or default_strategy -> 'parameters' @> ${stickyBy(field)} and ${isFieldName(field)}
  or default_strategy -> 'variants' @> jsonb_build_array(${stickyBy(field)}) and ${isFieldName(field)}
)`;

async function selectWithUses(db: Db, caller: Caller, where: Sql): Promise<ContextField[]> {
  const { rows } = await sql<ContextField>`
    select
      context_fields.name, context_fields.description, context_fields.stickiness,
      context_fields.sort_order as "sortOrder", context_fields.legal_values as "legalValues",
      context_fields.created_at as "createdAt",
      coalesce(uses.flags, 0) as "usedInFeatures", coalesce(uses.projects, 0) as "usedInProjects"
    from context_fields
    left join ${referenceCountsOf(caller, 'context-field')} as uses on uses.subject = context_fields.name
    where ${where}
    order by context_fields.sort_order, context_fields.name`.execute(db);
  return rows;
}
