import { texts as all } from '../texts.ts';

const texts = all.playground.explanation;

/** An evaluation context; in the URL it is JSON text. */
export type Context = Record<string, unknown>;
export type Row = { key: number; name: string; value: string };

/** Undefined where the text is not a JSON object. */
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

/** One row per member; those of `properties` are included. */
export function rowsOf({ properties, ...fields }: Context): Row[] {
  const nested = typeof properties === 'object' && properties !== null ? properties : {};
  return Object.entries({ ...nested, ...fields }).map(([name, value], key) => ({
    key,
    name,
    value: typeof value === 'object' ? JSON.stringify(value) : String(value),
  }));
}

/** Leaves out rows without a name or a value. */
export const contextOf = (rows: readonly Row[]): Context =>
  Object.fromEntries(
    rows
      .filter(({ name, value }) => name.trim() !== '' && value.trim() !== '')
      .map(({ name, value }) => [name.trim(), value.trim()]),
  );

export const contextText = (context: Context): string | undefined =>
  Object.keys(context).length === 0 ? undefined : JSON.stringify(context);

/** `userId 7, country NO`. */
export function describeContext(context: Context): string {
  const { appName, environment: _, ...others } = context;
  const parts = rowsOf(appName === noAppName ? others : { appName, ...others }).map(
    ({ name, value }) => `${name} ${value}`,
  );
  return parts.join(', ') || texts.emptyContext;
}

/** The API requires an `appName`, so this is sent where nobody entered one. */
export const noAppName = 'playground';

export const withAppName = (context: Context) => ({
  appName: noAppName,
  ...asText(context),
});

/** The API expects text, also where the JSON has a number. */
const asText = (context: Context): Context =>
  Object.fromEntries(
    Object.entries(context).map(([name, value]) => [
      name,
      typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
    ]),
  );
