/** A member to add to one of the objects of a body. */
export type Addition = { place: number; name: string; value: unknown };

/** Objects in these members may have members of any name. */
const open = new Set(['parameters', 'context', 'contexts', 'properties', 'value']);

/** The members of these objects are named by users, and are objects with known members. */
const tables = /\/(segments|flags|environments)$/;

type Place = { object: Record<string, unknown>; path: string };

/** A copy of a body with more members, and their percent-encoded JSON Pointers. */
export function withAdditions(original: unknown, additions: readonly Addition[]) {
  const body = structuredClone(original ?? {});
  const places = placesIn(body, '');
  const pointers = new Set<string>();
  for (const { place, name, value } of additions) {
    const { object, path } = places[place % places.length] ?? { object: {}, path: '' };
    object[name] = value;
    pointers.add(`${path}/${encoded(name)}`);
  }
  return { body, pointers };
}

function placesIn(value: unknown, path: string): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value)
    .filter(([key]) => !open.has(key))
    .flatMap(([key, member]) => placesIn(member, `${path}/${encoded(key)}`));
  return Array.isArray(value) || tables.test(path)
    ? below
    : [{ object: value as Record<string, unknown>, path }, ...below];
}

const encoded = (key: string) =>
  encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
