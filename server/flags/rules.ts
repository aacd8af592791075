import { badData } from '../errors.ts';

/** A flag's own columns, without its environments. */
export type FlagFacts = {
  name: string;
  description: string | null;
  type: string;
  project: string;
  stale: boolean;
  impressionData: boolean;
  createdAt: string;
  archivedAt: string | null;
};

/** A flag as events tell of it. */
export const flagFacts = ({ archivedAt, ...flag }: FlagFacts) => ({
  ...flag,
  archived: archivedAt !== null,
  ...(archivedAt === null ? {} : { archivedAt }),
});

/** Whatever configures a flag needs it to be live. */
export function assertActive({ name, archivedAt }: FlagFacts): void {
  if (archivedAt !== null) throw badData(`Flag ${name} is archived; revive it first`);
}

const nameLengthMax = 100;

/** Names stand in addresses, so they must be the same there as here. */
export function assertUrlFriendly(name: string, path: string): void {
  if (name.length < 1 || name.length > nameLengthMax) {
    throw badData(`a name has 1 to ${nameLengthMax} characters`, path);
  }
  if (name === '.' || name === '..' || encodeURIComponent(name) !== name) {
    throw badData(`"${name}" is not URL-friendly: it may hold A-Z a-z 0-9 - _ . ! ~ * ' ( )`, path);
  }
}
