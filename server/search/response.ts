import { creatorOf } from '../flags/flags/rules.ts';
import type { Computed } from '../platform/cache/cache.ts';
import { joinItems } from '../platform/cache/items.ts';
import { writeCursor } from './cursor.ts';
import type { Sort } from './filters.ts';
import type { EnvironmentData, FoundFlags, FoundRow, Position } from './queries.ts';
import type { Facets } from './schema.ts';

export type Found = {
  items: readonly { text: Buffer; favorite: boolean }[];
  total: number;
  facets: Facets | undefined;
  /** The last position of the page, if flags follow it. */
  last: Position | undefined;
};

const isFavorite = Buffer.from(',"favorite":true}');
const isNoFavorite = Buffer.from(',"favorite":false}');

/** The response as JSON text, from items without their last member. */
export function writeResponse({ items, total, facets, last }: Found, sort: Sort): Buffer {
  const nextCursor = last === undefined ? null : writeCursor(last, sort);
  const counts = facets === undefined ? '' : `,"facets":${JSON.stringify(facets)}`;
  const end = `],"total":${total},"nextCursor":${JSON.stringify(nextCursor)}${counts}}`;
  const written = items.map(({ text, favorite }) =>
    Buffer.concat([text, favorite ? isFavorite : isNoFavorite]),
  );
  return joinItems('{"features":[', written, end);
}

/**
 * The items by name as JSON text without the member `favorite`, which differs by caller, and without
 * the closing brace. Most of each item is stored as JSON text.
 */
export function writeItems({
  rows,
  environments,
  colors,
}: FoundFlags): Map<string, Computed<string>> {
  const creators = writeCreators(rows);
  const tags = tagWriter(colors);
  const shown = environments.map((data) => ({
    ...data,
    start: `{"name":${JSON.stringify(data.name)},`,
  }));
  const write = (row: FoundRow) =>
    writeItem(row, shown, { tags, creator: creators.get(row.creatorId) ?? 'null' });
  return new Map(rows.map((row) => [row.name, { value: write(row), ttlMs: row.freshMs }]));
}

/** `start` is the prefix of the stored text of the environment. */
type ShownEnvironment = EnvironmentData & { start: string };

function writeItem(
  row: FoundRow,
  environments: readonly ShownEnvironment[],
  { tags, creator }: { tags: TagWriter; creator: string },
): string {
  const [flag = '', ...stored] = row.item.split('\n');
  const written = environments.flatMap((data) => {
    const environment = stored.find((text) => text.startsWith(data.start));
    return environment === undefined ? [] : [writeEnvironment(environment, data, row.usage)];
  });
  return (
    `${flag.slice(0, -1)},"dependencyType":${JSON.stringify(row.dependencyType)},"stale":${row.stale}` +
    `,"potentiallyStale":${row.potentiallyStale}` +
    `,"lastSeenAt":${JSON.stringify(row.lastSeenAt)},"tags":[${row.tags.map(tags).join(',')}]` +
    `,"segments":${JSON.stringify(row.segments ?? [])},"createdBy":${creator}` +
    `,"environments":[${written.join(',')}]`
  );
}

function writeEnvironment(
  environment: string,
  { name, type, sortOrder }: EnvironmentData,
  usage: FoundRow['usage'],
): string {
  const [lastSeenAt, yes, no] = usage?.[name] ?? [null, 0, 0];
  return (
    `${environment.slice(0, -1)},"type":${JSON.stringify(type)},"sortOrder":${sortOrder}` +
    `,"lastSeenAt":${JSON.stringify(lastSeenAt)},"yes":${yes},"no":${no}}`
  );
}

type TagWriter = (tag: string) => string;

/** Splits type:value at its first colon: a type has none. */
const tagWriter =
  (colors: FoundFlags['colors']): TagWriter =>
  (tag) => {
    const colon = tag.indexOf(':');
    const type = tag.slice(0, colon);
    return JSON.stringify({ value: tag.slice(colon + 1), type, color: colors[type] ?? null });
  };

/** Once per creator: a page has few of them, and the image URL is an expensive hash. */
function writeCreators(rows: readonly FoundRow[]): ReadonlyMap<number | null, string> {
  const byId = new Map(rows.map((row) => [row.creatorId, row]));
  return new Map([...byId].map(([id, row]) => [id, JSON.stringify(creatorOf(row))]));
}
