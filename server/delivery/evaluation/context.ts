import type { Context } from './model.ts';

/** A member of the context, or else of its properties, as text; undefined if there is none. */
export function contextValue(context: Context, name: string): string | undefined {
  const value = ownMember(context, name) ?? ownMember(context.properties, name);
  return textOf(value);
}

/** A built-in field, which is never read from the properties. */
export const builtInValue = (context: Context, name: string): string | undefined =>
  textOf(context[name]);

/** Undefined if there is no value, or an object that cannot be converted. */
function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  try {
    return String(value);
  } catch {
    return undefined;
  }
}

/** Ignores members of the prototype. */
function ownMember(holder: unknown, name: string): unknown {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, name))
    return undefined;
  return (holder as Record<string, unknown>)[name];
}
