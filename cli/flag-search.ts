import type { Static } from 'typebox';
import { printQuery } from '../server/platform/query-language/printer.ts';
import type { Expression } from '../server/platform/query-language/syntax.ts';
import type { FlagSearchResult } from '../server/search/schema.ts';
import { print, UsageError, type Values } from '../server/terminal.ts';
import type { Client } from './client.ts';
import type { Session } from './command.ts';
import { Failure } from './failure.ts';
import { printJson, printTable } from './output.ts';

type Result = Static<typeof FlagSearchResult>;
export type FoundFlag = Result['features'][number];

const pageSize = 1000;
export const limitDefault = 100;

export const limitOption = {
  type: 'string',
  help: `The largest number of rows to print (${limitDefault})`,
} as const;

export const projectOption = {
  type: 'string',
  help: 'Project of the flag (found by its name)',
} as const;

/** Reads pages until there are enough flags or no more. */
export async function searchFlags(
  client: Client,
  q: string,
  limit: number,
): Promise<{ flags: FoundFlag[]; total: number }> {
  const flags: FoundFlag[] = [];
  for (let cursor: string | undefined; ; ) {
    const page: Result = await client.get('/api/admin/search/features', {
      q,
      cursor,
      limit: Math.min(pageSize, limit - flags.length),
    });
    flags.push(...page.features);
    if (page.nextCursor === null || flags.length >= limit) return { flags, total: page.total };
    cursor = page.nextCursor;
  }
}

/** Names of flags are unique, so the project follows from the name. */
export async function projectOf(client: Client, flag: string, given?: unknown): Promise<string> {
  if (typeof given === 'string') return given;
  for (const archived of [false, true]) {
    const q = queryOf([term('name', flag), ...(archived ? [term('is', 'archived')] : [])]);
    const [found] = (await searchFlags(client, q, 1)).flags;
    if (found) return found.project;
  }
  throw new Failure(`There is no flag "${flag}" that you may see.`, 404);
}

export const term = (key: string, text: string): Expression => ({
  kind: 'term',
  key,
  operator: '',
  value: { text, prefix: false },
  at: 1,
  valueAt: 1,
});

export const queryOf = (parts: readonly Expression[]) => printQuery(parts);

export function parseLimit({ limit }: Values): number {
  if (limit === undefined) return limitDefault;
  if (/^[1-9]\d{0,6}$/.test(String(limit))) return Number(limit);
  throw new UsageError('--limit must be a positive integer.');
}

export async function printFlags(
  { terminal, client, json }: Session,
  q: string,
  limit: number,
): Promise<number> {
  const { flags, total } = await searchFlags(client, q, limit);
  if (json) return printJson(terminal, flags);
  printTable(
    terminal,
    ['flag', 'project', 'type', 'on in', 'state', 'created'],
    flags.map((flag) => [
      flag.name,
      flag.project,
      flag.type,
      environmentsOn(flag) || '-',
      stateOf(flag),
      flag.createdAt.slice(0, 10),
    ]),
  );
  if (flags.length < total) {
    terminal.stderr.write(`${flags.length} of ${total} flags; more with --limit.\n`);
  }
  return total === 0 && terminal.stdout.isTTY ? print(terminal, 'No flag matches.') : 0;
}

const environmentsOn = ({ environments }: FoundFlag) =>
  environments
    .filter(({ enabled }) => enabled)
    .map(({ name }) => name)
    .join(', ');

function stateOf(flag: FoundFlag): string {
  if (flag.archivedAt !== null) return 'archived';
  if (flag.potentiallyStale) return 'potentially stale';
  return flag.stale ? 'stale' : 'active';
}
