import { texts } from './texts.ts';

/** Names of roles are unique, and those of predefined roles cannot be changed. */
export const roleName = (name: string): string => found(texts.roles, name)?.name ?? name;

type Role = { name: string; description?: string | null | undefined };

export const roleDescription = ({ name, description }: Role) =>
  found(texts.roles, name)?.description ?? description;

export const permissionName = (entry: { name: string; displayName: string }): string =>
  found(texts.permissions, entry.name) ?? entry.displayName;

export const flagTypeDescription = (type: { id: string; description: string }): string =>
  found(texts.flagTypes, type.id) ?? type.description;

/** The server itself and admin tokens have an account. */
export const accountName = (id: number | null | undefined): string | undefined =>
  found(texts.accounts, String(id));

/** What was described by a user stays as it is. */
export const descriptionOf = ({ description }: { description?: string | null | undefined }) =>
  description && (found(texts.descriptions, description) ?? description);

type Parameter = { name: string; description: string };
type StrategyType = { name: string; editable: boolean; parameters?: readonly Parameter[] };

/** A type that is not predefined may have the name of one that SDKs once had. */
export function withStrategyTexts<T extends StrategyType>(type: T): T {
  const translated = type.editable ? undefined : found(texts.strategies, type.name);
  if (!translated) return type;
  const { name: title, description, parameters = {} } = translated;
  const described = type.parameters?.map((parameter) => ({
    ...parameter,
    description: found(parameters, parameter.name) ?? parameter.description,
  }));
  return { ...type, title, description, ...(described && { parameters: described }) };
}

/** Undefined for names that people chose, and in English, where names of members are words. */
export const memberName = (name: string): string | undefined => found(texts.members, name);

/** One of the items of that member. */
export const itemName = (name: string): string | undefined => found(texts.items, name);

const found = <T>(table: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
