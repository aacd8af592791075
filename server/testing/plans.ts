import { CompiledQuery, createQueryId, type RootOperationNode, sql } from 'kysely';
import type { Db } from '../platform/db/open.ts';

/** A node of a query plan, with its table or index and how often it ran. */
export type Step = { kind: string; table?: string; index?: string; times: number };

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Loops': number;
  Plans?: Node[];
};

/**
 * The plan nodes of every statement that the query runs, without sequential scans and nested loops, as
 * for large tables.
 */
export async function stepsOf(db: Db, query: (db: Db) => Promise<unknown>): Promise<Step[]> {
  return db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    await sql`set local enable_nestloop = off`.execute(tx);
    const statements: RootOperationNode[] = [];
    await query(
      tx.withPlugin({
        transformQuery: ({ node }) => {
          statements.push(node);
          return node;
        },
        transformResult: async ({ result }) => result,
      }),
    );
    const steps: Step[] = [];
    for (const statement of statements) {
      const compiled = tx.getExecutor().compileQuery(statement, createQueryId());
      const { rows } = await tx.executeQuery<{ 'QUERY PLAN': [{ Plan: Node }] }>(
        CompiledQuery.raw(`explain (analyze, format json) ${compiled.sql}`, [
          ...compiled.parameters,
        ]),
      );
      for (const row of rows) steps.push(...flatten(row['QUERY PLAN'][0].Plan));
    }
    return steps;
  });
}

const flatten = (node: Node): Step[] => [
  {
    kind: node['Node Type'],
    ...(node['Relation Name'] === undefined ? {} : { table: node['Relation Name'] }),
    ...(node['Index Name'] === undefined ? {} : { index: node['Index Name'] }),
    times: node['Actual Loops'],
  },
  ...(node.Plans ?? []).flatMap(flatten),
];
