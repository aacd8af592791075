import { appendEvents, type PastEvent } from '../events/queries.ts';
import type { Db } from '../platform/db/open.ts';
import { inTransaction } from '../transactions.ts';

/** Appends events in the given order; returns their ids. */
export async function someEvents(db: Db, inputs: readonly Partial<PastEvent>[]): Promise<number[]> {
  await inTransaction(db, (tx) =>
    appendEvents(
      tx,
      inputs.map(
        (input): PastEvent => ({
          type: 'feature-created',
          createdBy: 'user',
          createdByUserId: 1,
          createdAt: '2024-05-01T12:00:00.000Z',
          tags: [],
          ...input,
        }),
      ),
    ),
  );
  const rows = await db
    .selectFrom('events')
    .select('id')
    .orderBy('id', 'desc')
    .limit(inputs.length)
    .execute();
  return rows.map(({ id }) => id).reverse();
}

/** Appends the given number of events of one project. */
export const eventsOf = (db: Db, project: string, count: number) =>
  someEvents(
    db,
    Array.from({ length: count }, (_, number) => ({ project, data: { number } })),
  );
