import { texts } from './texts.ts';

const nameIn = (names: Readonly<Record<string, string>>, id: string): string | undefined =>
  Object.hasOwn(names, id) ? names[id] : undefined;

/** What people call a type of flag; a type that only the server knows has its name there. */
export const flagTypeName = (id: string, name = id): string => nameIn(texts.flagTypes, id) ?? name;

/** The same for types of environments, of which people may invent their own. */
export const environmentTypeName = (type: string): string =>
  nameIn(texts.environmentTypes, type.toLowerCase()) ?? type;
