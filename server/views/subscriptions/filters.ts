import { parseLimit } from '../../platform/http/paging.ts';
import { badFilter } from '../../platform/http/set-filter.ts';
import type { EntryPage } from './queries.ts';
import type { EntriesQuery } from './schema.ts';

const entriesPerPage = 50;

export const parsePage = ({ cursor, limit }: EntriesQuery): EntryPage => ({
  before: parseCursor(cursor),
  limit: parseLimit(limit, entriesPerPage),
});

function parseCursor(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw badFilter('cursor', text, ['a nextCursor of the same list']);
}
