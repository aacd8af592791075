import type { Db } from '../platform/db/open.ts';
import { unique } from './a.ts';

type ViewInput = {
  project?: string;
  ownerId?: number;
  kind?: 'flags' | 'events';
  name?: string;
  query?: string;
};

/** Shared in the project, or of the user; returns its id. */
export async function aView(db: Db, input: ViewInput): Promise<string> {
  const { project = null, ownerId = null, kind = 'flags', name = unique('view') } = input;
  const { id } = await db
    .insertInto('saved_views')
    .values({
      project,
      owner_id: ownerId,
      kind,
      name,
      query: input.query ?? 'sort:name',
      description: null,
      columns: [],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** To a view without flags. */
export async function aSubscription(
  db: Db,
  { viewId, userId }: { viewId: string; userId: number },
): Promise<void> {
  const watch = { view_id: viewId, query: 'sort:name', parked: null };
  await db
    .insertInto('view_watches')
    .values({ ...watch, evaluated_at: new Date().toISOString() })
    .onConflict((taken) => taken.doNothing())
    .execute();
  await db.insertInto('view_subscriptions').values({ view_id: viewId, user_id: userId }).execute();
}
