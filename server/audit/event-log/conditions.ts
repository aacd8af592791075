import { type RawBuilder, sql } from 'kysely';
import { eventTypes } from '../../events/types.ts';
import type { Criterion } from '../../platform/query-language/criteria.ts';
import type { ColumnFilter, EventTest } from './filters.ts';
import type { Conditions, IdRange, ResolvedFilters } from './rules.ts';

export type Condition = RawBuilder<boolean>;

export const always = sql<boolean>`true`;

export const isWithin = ({ start, stop }: IdRange, table = 'events'): Condition => {
  const id = sql.ref(`${table}.id`);
  return stop === null
    ? sql<boolean>`${id} >= ${start}`
    : sql<boolean>`${id} >= ${start} and ${id} < ${stop}`;
};

export function matches(
  conditions: Conditions,
  days: ResolvedFilters['days'],
  pattern?: string,
): Condition {
  const { sets, projectOnly, text, from, to, criteria } = conditions;
  const parts: Condition[] = [
    ...sets.map((set) => isInSet(set)),
    ...(projectOnly ? [sql<boolean>`events.project is not null`] : []),
    ...(text === null ? [] : [hasText(text, pattern)]),
    ...(from === null && to === null ? [] : [isOnDays(days, from, to)]),
    ...criteria.map(criterionMatches),
  ];
  return parts.length === 0 ? always : sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/** Never null, so that what does not match matches the negation. */
function criterionMatches(criterion: Criterion<EventTest>): Condition {
  if ('on' in criterion) return sql<boolean>`(${testOf(criterion)}) is true`;
  if ('not' in criterion) return sql<boolean>`not (${criterionMatches(criterion.not)})`;
  const parts = 'every' in criterion ? criterion.every : criterion.some;
  const separator = 'every' in criterion ? sql` and ` : sql` or `;
  return sql<boolean>`(${sql.join(parts.map(criterionMatches), separator)})`;
}

function testOf(test: EventTest): Condition {
  if (test.on === 'set') return isInSet(test);
  if (test.on === 'text') return hasText({ text: test.text, everywhere: false, users: [] });
  const bounds = test.bounds.map(
    ({ before, time }) => sql`events.created_at ${before ? sql`<` : sql`>=`} ${time}::timestamptz`,
  );
  return sql<boolean>`${sql.join(bounds, sql` and `)}`;
}

export function isInSet(set: ColumnFilter, table = 'events'): Condition {
  if (set.column === 'tags') return hasTag(set);
  const column = columnOf(set, table);
  const [value, ...others] = set.values;
  const single = others.length === 0 && value !== undefined;
  if (set.orNull) return sql<boolean>`(${column} = any(${valuesOf(set)}) or ${column} is null)`;
  if (!set.exclude) {
    return single
      ? sql<boolean>`${column} = ${value}`
      : sql<boolean>`${column} = any(${valuesOf(set)})`;
  }
  // PostgreSQL does not turn `<>` into two ranges of the index.
  return single
    ? sql<boolean>`(${column} < ${value} or ${column} > ${value} or ${column} is null)`
    : sql<boolean>`(${column} <> all(${valuesOf(set)}) or ${column} is null)`;
}

/** With the condition of the index `events_by_tag`. */
const hasTag = ({ exclude, values }: ColumnFilter): Condition => {
  const matches = sql<boolean>`events.tags <> '[]' and events.tags @> any(${values}::jsonb[])`;
  return exclude ? sql<boolean>`not (${matches})` : matches;
};

export const columnOf = ({ column }: ColumnFilter, table = 'events') =>
  sql.ref(`${table}.${column}`);

export const valuesOf = ({ column, values }: ColumnFilter) =>
  sql`${values}::${sql.raw(listTypes[column])}`;

const listTypes: Record<ColumnFilter['column'], string> = {
  id: 'bigint[]',
  created_by_user_id: 'integer[]',
  project: 'text[]',
  feature_name: 'text[]',
  environment: 'text[]',
  type: 'text[]',
  tags: 'jsonb[]',
};

/** Must equal the expression of the index `events_by_text`. */
export const payload = sql`(coalesce(events.data::text, '') || E'\n' || coalesce(events.pre_data::text, ''))`;

/** A wider pattern is for the index; the exact text is then checked in the row. */
function hasText(
  { text, everywhere, users }: NonNullable<Conditions['text']>,
  wider?: string,
): Condition {
  const pattern = containing(text);
  const inPayload = text.includes('\n')
    ? // The line break separates the two payloads and occurs in no JSON text.
      sql<boolean>`false`
    : wider === undefined
      ? sql<boolean>`${payload} ilike ${pattern}`
      : sql<boolean>`(${payload} ilike ${wider} and ${payload} || '' ilike ${pattern})`;
  if (!everywhere) return inPayload;
  const types = eventTypes.filter((type) => type.includes(text.toLowerCase()));
  return sql<boolean>`(
    ${inPayload} or events.created_by ilike ${pattern} or events.type = any(${types}::text[])
    or events.created_by_user_id = any(${users}::integer[])
  )`;
}

/** Escapes the special characters of LIKE. */
export const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

function isOnDays(
  days: ResolvedFilters['days'],
  from: string | null,
  to: string | null,
): Condition {
  if (days !== null) {
    return days.length === 0
      ? sql<boolean>`false`
      : sql<boolean>`(${sql.join(
          days.map((range) => isWithin(range)),
          sql` or `,
        )})`;
  }
  return sql<boolean>`(events.created_at at time zone 'UTC')::date
    between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date`;
}
