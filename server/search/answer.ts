import { creatorOf } from '../flags/flags/rules.ts';
import { writeCursor } from './cursor.ts';
import type { Sort } from './filters.ts';
import type { EnvironmentFacts, FoundFlags, FoundRow, Place } from './queries.ts';
import type { Facets } from './schema.ts';

export type Found = FoundFlags & {
  total: number;
  facets: Facets | undefined;
  /** The last place of the page, when there are flags after it. */
  last: Place | undefined;
};

/** The whole answer as JSON text; of a flag only what is not kept serialised is serialised here. */
export function writeAnswer(
  { rows, environments, total, facets, last }: Found,
  sort: Sort,
): string {
  const writeCreator = rememberCreators();
  const items = rows.map((row) => writeItem(row, environments, writeCreator(row)));
  const nextCursor = last === undefined ? null : writeCursor(last, sort);
  const counts = facets === undefined ? '' : `,"facets":${JSON.stringify(facets)}`;
  return `{"features":[${items.join(',')}],"total":${total},"nextCursor":${JSON.stringify(nextCursor)}${counts}}`;
}

function writeItem(
  row: FoundRow,
  environments: readonly EnvironmentFacts[],
  creator: string,
): string {
  const [members = '', ...kept] = row.item.split('\u001e');
  const byName = new Map(kept.map((text) => text.split('\u001f') as [string, string]));
  const written = environments
    .filter(({ name }) => byName.has(name))
    .map((facts) => writeEnvironment(byName.get(facts.name) ?? '', facts, row.usage));
  return (
    `${members},"dependencyType":${JSON.stringify(row.dependencyType)},"stale":${row.stale}` +
    `,"potentiallyStale":${row.potentiallyStale},"favorite":${row.favorite}` +
    `,"lastSeenAt":${JSON.stringify(row.lastSeenAt)}` +
    `,"segments":${JSON.stringify(row.segments ?? [])},"createdBy":${creator}` +
    `,"environments":[${written.join(',')}]}`
  );
}

function writeEnvironment(
  members: string,
  { name, type, sortOrder }: EnvironmentFacts,
  usage: FoundRow['usage'],
): string {
  const [lastSeenAt, yes, no] = usage?.[name] ?? [null, 0, 0];
  return (
    `${members},"type":${JSON.stringify(type)},"sortOrder":${sortOrder}` +
    `,"lastSeenAt":${JSON.stringify(lastSeenAt)},"yes":${yes},"no":${no}}`
  );
}

/** A page has few creators, and the address of a picture is a hash. */
function rememberCreators(): (row: FoundRow) => string {
  const known = new Map<number | null, string>();
  return (row) => {
    const text = known.get(row.creatorId) ?? JSON.stringify(creatorOf(row));
    known.set(row.creatorId, text);
    return text;
  };
}
