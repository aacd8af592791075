import { badData } from '../../platform/errors.ts';
import type { Group, GroupPatch, NewGroup } from './schema.ts';

/** `users` are ids in ascending order, without duplicates. */
export type GroupPlan = Pick<Group, 'name' | 'description' | 'mappingsSSO' | 'rootRole'> & {
  users: number[];
};

/** A group as recorded in events. */
export type GroupData = GroupPlan & Pick<Group, 'id' | 'createdBy' | 'createdAt'>;

export const planGroup = (input: NewGroup): GroupPlan =>
  patchGroup({ name: '', description: null, mappingsSSO: [], rootRole: null, users: [] }, input);

/** Omitted properties are unchanged. */
export function patchGroup<T extends GroupPlan>(group: T, patch: GroupPatch): T {
  const { name, description, mappingsSSO, rootRole, users } = patch;
  return {
    ...group,
    name: name === undefined ? group.name : trimmedName(name),
    description: description === undefined ? group.description : description,
    mappingsSSO: mappingsSSO === undefined ? group.mappingsSSO : [...new Set(mappingsSSO)],
    rootRole: rootRole === undefined ? group.rootRole : rootRole,
    users: users === undefined ? group.users : ascending(users.map(({ user }) => user.id)),
  };
}

export function groupData({ users, userCount: _, projects: __, ...group }: Group): GroupData {
  return { ...group, users: ascending(users.map(({ user }) => user.id)) };
}

/** Sorted, without duplicates. */
export const ascending = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b);

export function without(ids: readonly number[], others: readonly number[]): number[] {
  const known = new Set(others);
  return ids.filter((id) => !known.has(id));
}

function trimmedName(text: string): string {
  const name = text.trim();
  if (name === '') throw badData('"name" must not be blank.', '/body/name');
  return name;
}
