/** The context of a question as it stands in the address: JSON text of an object. */
export type Context = Record<string, unknown>;
export type Row = { key: number; name: string; value: string };

/** Undefined where the text is no JSON object. */
export function parseContext(text: string | undefined): Context | undefined {
  if (text === undefined || text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    const plain = typeof value === 'object' && value !== null && !Array.isArray(value);
    return plain ? (value as Context) : undefined;
  } catch {
    return undefined;
  }
}

/** Members that are text or numbers, properties among them, one row each. */
export function rowsOf({ properties, ...fields }: Context): Row[] {
  const inner = typeof properties === 'object' && properties !== null ? properties : {};
  return Object.entries({ ...inner, ...fields }).map(([name, value], key) => ({
    key,
    name,
    value: typeof value === 'object' ? JSON.stringify(value) : String(value),
  }));
}

/** Rows without a name or a value say nothing. */
export const contextOf = (rows: readonly Row[]): Context =>
  Object.fromEntries(
    rows
      .filter(({ name, value }) => name.trim() !== '' && value.trim() !== '')
      .map(({ name, value }) => [name.trim(), value.trim()]),
  );

export const contextText = (context: Context): string | undefined =>
  Object.keys(context).length === 0 ? undefined : JSON.stringify(context);

/** `userId 7, country NO`: what tells one context from another. */
export function describeContext(context: Context): string {
  const { appName, environment: _, ...others } = context;
  const said = rowsOf(appName === 'playground' ? others : { appName, ...others }).map(
    ({ name, value }) => `${name} ${value}`,
  );
  return said.join(', ') || 'an empty context';
}

/** Fields are text for the API, also where JSON has a number. */
export const asText = (context: Context): Context =>
  Object.fromEntries(
    Object.entries(context).map(([name, value]) => [
      name,
      typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
    ]),
  );
