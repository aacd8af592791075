import type { Db } from '../platform/db/open.ts';
import { unique } from './a.ts';

/** Builders for strategies, segments, context fields and links. */

export async function aSegment(
  db: Db,
  input: { name?: string; project?: string; constraints?: object[] } = {},
): Promise<number> {
  const { id } = await db
    .insertInto('segments')
    .values({
      name: input.name ?? unique('segment'),
      project: input.project ?? null,
      constraints: JSON.stringify(input.constraints ?? []),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function aContextField(
  db: Db,
  input: { name?: string; legalValues?: object[]; sortOrder?: number; stickiness?: boolean } = {},
): Promise<string> {
  const name = input.name ?? unique('field');
  await db
    .insertInto('context_fields')
    .values({
      name,
      stickiness: input.stickiness ?? false,
      sort_order: input.sortOrder ?? 9999,
      legal_values: JSON.stringify(input.legalValues ?? []),
    })
    .execute();
  return name;
}

export async function aStrategyType(
  db: Db,
  input: { name?: string; deprecated?: boolean } = {},
): Promise<string> {
  const name = input.name ?? unique('type');
  await db
    .insertInto('strategy_types')
    .values({
      name,
      title: name,
      description: '',
      parameters: '[]',
      deprecated: input.deprecated ?? false,
    })
    .execute();
  return name;
}

/** A strategy in an environment of a flag, without validation. */
export async function aStrategy(
  db: Db,
  input: {
    flag: string;
    environment?: string;
    name?: string;
    title?: string;
    disabled?: boolean;
    constraints?: object[];
    parameters?: Record<string, string>;
    variants?: object[];
    segments?: number[];
    sortOrder?: number;
  },
): Promise<string> {
  const { id } = await db
    .insertInto('strategies')
    .values({
      flag: input.flag,
      environment: input.environment ?? 'development',
      name: input.name ?? 'default',
      title: input.title ?? null,
      disabled: input.disabled ?? false,
      constraints: JSON.stringify(input.constraints ?? []),
      parameters: JSON.stringify(input.parameters ?? {}),
      variants: JSON.stringify(input.variants ?? []),
      sort_order: input.sortOrder ?? 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const segment of input.segments ?? []) {
    await db
      .insertInto('strategy_segments')
      .values({ strategy_id: id, segment_id: segment })
      .execute();
  }
  return id;
}

/** Returns the id of the link. */
export async function aLink(
  db: Db,
  input: { flag: string; url?: string; title?: string },
): Promise<string> {
  const { id } = await db
    .insertInto('flag_links')
    .values({
      flag: input.flag,
      url: input.url ?? 'https://example.com',
      title: input.title ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
