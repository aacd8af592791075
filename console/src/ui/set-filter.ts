/** A parsed filter such as `IS_ANY_OF:a,"b,c"`. */
export type Filter = { operator: string; values: string[] };

/** One value and the comma after it: quoted, or up to the next comma. */
const item = /\s*"((?:[^"]|"")*)"\s*(?:,|$)|(?!\s*")([^,]*)(?:,|$)/y;

/** Undefined for any other format, which the server rejects. */
export function parseFilter(text: string | undefined): Filter | undefined {
  const colon = text?.indexOf(':') ?? -1;
  if (text === undefined || colon < 1) return undefined;
  const values: string[] = [];
  const next = new RegExp(item);
  const list = text.slice(colon + 1);
  while (next.lastIndex < list.length) {
    const [, quoted, bare] = next.exec(list) ?? [];
    const value = quoted?.replaceAll('""', '"') ?? bare?.trim();
    if (value === undefined) return undefined;
    values.push(value);
  }
  return { operator: text.slice(0, colon), values };
}

/** Undefined for an empty list, which is no filter. */
export function formatFilter({ operator, values }: Filter): string | undefined {
  if (values.length === 0) return undefined;
  return `${operator}:${values.map(quote).join(',')}`;
}

const quote = (value: string) =>
  /[,"]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
