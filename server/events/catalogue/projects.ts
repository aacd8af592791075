import type { EventType } from '../types.ts';
import { bold, escaped, listing } from './markdown.ts';
import {
  changed,
  changedMembers,
  detail,
  factsOf,
  formerProject,
  inPlace,
  inProject,
  listOf,
  memberOf,
  project,
  type Sentence,
  type ToldEvent,
  thing,
} from './sentences.ts';
import { strategyChanges } from './strategy-changes.ts';

export const projectSentences = {
  'default-strategy-updated': {
    label: 'Default strategy updated',
    did: (event) => `updated the default strategy${inPlace(event)}${strategyChanges(event)}`,
  },
  'project-access-added': {
    label: 'Project access added',
    did: (event) => `gave access to ${project(event)}${granted(event)}`,
  },
  'project-access-user-roles-updated': {
    label: 'Project roles of a user updated',
    did: (event) => `updated the roles of ${user(event)}${inProject(event)}${roleChanges(event)}`,
  },
  'project-access-group-roles-updated': {
    label: 'Project roles of a group updated',
    did: (event) => `updated the roles of ${group(event)}${inProject(event)}${roleChanges(event)}`,
  },
  'project-access-user-roles-deleted': {
    label: 'Project access of a user removed',
    // The peer once told of groups by this type too.
    did: (event) =>
      memberOf(event, 'groupId') === undefined
        ? `removed the access of ${user(event)} to ${project(event)}`
        : `removed the access of ${group(event)} to ${project(event)}`,
  },
  'project-access-group-roles-deleted': {
    label: 'Project access of a group removed',
    did: (event) => `removed the access of ${group(event)} to ${project(event)}`,
  },
  'project-access-updated': {
    label: 'Project access updated',
    did: (event) => `replaced the list of who has access to ${project(event)}`,
  },
  'project-created': {
    label: 'Project created',
    did: (event) => `created ${project(event)}`,
  },
  'project-updated': {
    label: 'Project updated',
    did: (event) => `updated ${project(event)}${changedMembers(event)}`,
  },
  'project-deleted': {
    label: 'Project deleted',
    did: (event) => `deleted ${formerProject(event)}`,
  },
  'project-archived': {
    label: 'Project archived',
    did: (event) => `archived ${formerProject(event)}`,
  },
  'project-revived': {
    label: 'Project revived',
    did: (event) => `revived ${project(event)}`,
  },
  'project-import': {
    label: 'Project imported',
    did: (event) => `imported ${project(event)}`,
  },
  'drop-projects': {
    label: 'All projects removed',
    did: () => 'removed all projects',
  },
  'project-user-added': {
    label: 'User added to project',
    did: (event) => `added ${user(event)} to ${project(event)}${asRole(event)}`,
  },
  'project-user-removed': {
    label: 'User removed from project',
    did: (event) => `removed ${user(event)} from ${project(event)}`,
  },
  'project-user-role-changed': {
    label: 'Project role of a user changed',
    did: (event) => `changed the role of ${user(event)}${inProject(event)}${roleNames(event)}`,
  },
  'project-group-role-changed': {
    label: 'Project role of a group changed',
    did: (event) => `changed the role of ${group(event)}${inProject(event)}${roleNames(event)}`,
  },
  'project-group-added': {
    label: 'Group added to project',
    did: (event) => `added ${group(event)} to ${project(event)}${asRole(event)}`,
  },
  'project-group-removed': {
    label: 'Group removed from project',
    did: (event) => `removed ${group(event)} from ${project(event)}`,
  },
  'project-favorited': {
    label: 'Project added to favourites',
    did: (event) => `made ${project(event)} a favourite`,
  },
  'project-unfavorited': {
    label: 'Project removed from favourites',
    did: (event) => `no longer has ${project(event)} as a favourite`,
  },
  'project-environment-added': {
    label: 'Environment added to project',
    did: (event) => `added ${thing('environment', event.environment)} to ${project(event)}`,
  },
  'project-environment-removed': {
    label: 'Environment removed from project',
    did: (event) => `removed ${thing('environment', event.environment)} from ${project(event)}`,
  },
} as const satisfies Partial<Record<EventType, Sentence>>;

/** People and groups are known to these events by number, at most with an e-mail address. */
const user = (event: ToldEvent) => thing('user', memberOf(event, 'email', 'username', 'userId'));
const group = (event: ToldEvent) => thing('group', memberOf(event, 'groupName', 'groupId'));

function asRole(event: ToldEvent): string {
  const role = bold(memberOf(event, 'roleName', 'roleId'));
  return role === '' ? '' : ` as ${role}`;
}

function roleNames({ data, preData }: ToldEvent): string {
  const [before, after] = [factsOf(preData), factsOf(data)];
  return detail(changed('role', before.roleName, after.roleName));
}

function roleChanges({ data, preData }: ToldEvent): string {
  return detail(changed('roles', factsOf(preData).roles, factsOf(data).roles, idsText));
}

function granted({ data }: ToldEvent): string {
  return detail(
    listOf(factsOf(data).roles).flatMap((entry) => {
      const { roleId, userIds, groupIds } = factsOf(entry);
      const users = idsText(userIds);
      const groups = idsText(groupIds);
      const to = [users && `users ${users}`, groups && `groups ${groups}`].filter(Boolean);
      return to.length === 0 ? [] : [`role ${escaped(roleId)} to ${to.join(' and ')}`];
    }),
  );
}

function idsText(ids: unknown): string {
  const texts = listOf(ids).map(escaped);
  return texts.length === 0 ? '' : listing(texts);
}
