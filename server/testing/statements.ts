import type { Db } from '../platform/db/open.ts';

/** The same database, with every statement counted. */
export function countStatements(db: Db): { db: Db; count: () => number } {
  let statements = 0;
  const counting = db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { db: counting, count: () => statements };
}
