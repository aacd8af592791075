import type { Person } from '../../../server/approvals/change-requests/schema.ts';

/** By name; deleted users have none. */
export const personName = ({ name, username }: Pick<Person, 'name' | 'username'>): string =>
  name || username || 'a deleted user';

/** `Ada, Ben and 3 others`, with at most `max` names. */
export function listNames(people: readonly Person[], total: number, max: number): string {
  const names = people.slice(0, max).map(personName);
  const others = total - names.length;
  if (others > 0) return `${names.join(', ')} and ${others} ${others === 1 ? 'other' : 'others'}`;
  return joined(names);
}

const joined = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
