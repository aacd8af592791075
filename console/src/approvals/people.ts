import type { ChangeRequest, Person } from '../../../server/approvals/change-requests/schema.ts';
import { texts } from './texts.tsx';

/** By name; deleted users have none. */
export const personName = ({ name, username }: Pick<Person, 'name' | 'username'>): string =>
  name || username || texts.deletedUser;

/** The ids of the author of a request and of everyone who wrote one of its changes. */
export const writersOf = ({ createdBy, features, segments }: ChangeRequest): number[] =>
  [{ createdBy }, ...features.flatMap(({ changes }) => changes), ...segments].map(
    (written) => written.createdBy.id,
  );

/** `Ada, Ben and 3 others`, with at most `max` names. */
export function listNames(people: readonly Person[], total: number, max: number): string {
  const names = people.slice(0, max).map(personName);
  return texts.people(names, total - names.length);
}
