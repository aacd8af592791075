import type { Db } from '../platform/db/open.ts';
import { unique } from './a.ts';

/** Builders of what flags are made of, as `a.ts` has them for everything else. */

export async function aSegment(
  db: Db,
  wish: { name?: string; project?: string; constraints?: object[] } = {},
): Promise<number> {
  const { id } = await db
    .insertInto('segments')
    .values({
      name: wish.name ?? unique('segment'),
      project: wish.project ?? null,
      constraints: JSON.stringify(wish.constraints ?? []),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function aContextField(
  db: Db,
  wish: { name?: string; legalValues?: object[]; sortOrder?: number; stickiness?: boolean } = {},
): Promise<string> {
  const name = wish.name ?? unique('field');
  await db
    .insertInto('context_fields')
    .values({
      name,
      stickiness: wish.stickiness ?? false,
      sort_order: wish.sortOrder ?? 9999,
      legal_values: JSON.stringify(wish.legalValues ?? []),
    })
    .execute();
  return name;
}

export async function aStrategyType(
  db: Db,
  wish: { name?: string; deprecated?: boolean } = {},
): Promise<string> {
  const name = wish.name ?? unique('type');
  await db
    .insertInto('strategy_types')
    .values({
      name,
      title: name,
      description: '',
      parameters: '[]',
      deprecated: wish.deprecated ?? false,
    })
    .execute();
  return name;
}

/** A strategy in an environment of a flag, without a check of any kind. */
export async function aStrategy(
  db: Db,
  wish: {
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
      flag: wish.flag,
      environment: wish.environment ?? 'development',
      name: wish.name ?? 'default',
      title: wish.title ?? null,
      disabled: wish.disabled ?? false,
      constraints: JSON.stringify(wish.constraints ?? []),
      parameters: JSON.stringify(wish.parameters ?? {}),
      variants: JSON.stringify(wish.variants ?? []),
      sort_order: wish.sortOrder ?? 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const segment of wish.segments ?? []) {
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
  wish: { flag: string; url?: string; title?: string },
): Promise<string> {
  const { id } = await db
    .insertInto('flag_links')
    .values({
      flag: wish.flag,
      url: wish.url ?? 'https://example.com',
      title: wish.title ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
