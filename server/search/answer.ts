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
  const shown = environments.map((facts) => ({
    ...facts,
    start: `{"name":${JSON.stringify(facts.name)},`,
  }));
  const items = rows.map((row) => writeItem(row, shown, writeCreator(row)));
  const nextCursor = last === undefined ? null : writeCursor(last, sort);
  const counts = facets === undefined ? '' : `,"facets":${JSON.stringify(facets)}`;
  return `{"features":[${items.join(',')}],"total":${total},"nextCursor":${JSON.stringify(nextCursor)}${counts}}`;
}

/** `start` is how the stored text of the environment begins. */
type ShownEnvironment = EnvironmentFacts & { start: string };

function writeItem(
  row: FoundRow,
  environments: readonly ShownEnvironment[],
  creator: string,
): string {
  const [flag = '', ...stored] = row.item.split('\n');
  const written = environments.flatMap((facts) => {
    const environment = stored.find((text) => text.startsWith(facts.start));
    return environment === undefined ? [] : [writeEnvironment(environment, facts, row.usage)];
  });
  return (
    `${flag.slice(0, -1)},"dependencyType":${JSON.stringify(row.dependencyType)},"stale":${row.stale}` +
    `,"potentiallyStale":${row.potentiallyStale},"favorite":${row.favorite}` +
    `,"lastSeenAt":${JSON.stringify(row.lastSeenAt)}` +
    `,"segments":${JSON.stringify(row.segments ?? [])},"createdBy":${creator}` +
    `,"environments":[${written.join(',')}]}`
  );
}

function writeEnvironment(
  environment: string,
  { name, type, sortOrder }: EnvironmentFacts,
  usage: FoundRow['usage'],
): string {
  const [lastSeenAt, yes, no] = usage?.[name] ?? [null, 0, 0];
  return (
    `${environment.slice(0, -1)},"type":${JSON.stringify(type)},"sortOrder":${sortOrder}` +
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
