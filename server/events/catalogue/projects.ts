import type { EventType } from '../types.ts';
import { type EventDefinition, ofInstallation, ofProject } from './definition.ts';
import { bold, escaped, listing } from './markdown.ts';
import {
  changed,
  changedMembers,
  dataOf,
  detail,
  formerProject,
  inProject,
  inScope,
  type LoggedEvent,
  listOf,
  memberOf,
  nounPhrase,
  project,
  renamed,
} from './sentences.ts';
import { strategyChanges } from './strategy-changes.ts';

export const projectEvents = {
  'view-created': ofProject(
    'View shared',
    (event) => `shared ${nounPhrase('view', memberOf(event, 'name'))}${inProject(event)}`,
  ),
  'view-updated': ofProject(
    'View updated',
    (event) => `updated ${renamed('view', event)}${inProject(event)}${changedMembers(event)}`,
  ),
  'view-deleted': ofProject(
    'View deleted',
    (event) => `deleted ${nounPhrase('view', memberOf(event, 'name'))}${inProject(event)}`,
  ),
  'default-strategy-updated': ofProject(
    'Default strategy updated',
    (event) => `updated the default strategy${inScope(event)}${strategyChanges(event)}`,
    { schedule: { subject: 'default-strategy', became: 'was changed' } },
  ),
  'project-access-added': ofProject(
    'Project access added',
    (event) => `gave access to ${project(event)}${granted(event)}`,
  ),
  'project-access-user-roles-updated': ofProject(
    'Project roles of a user updated',
    (event) => `updated the roles of ${user(event)}${inProject(event)}${roleChanges(event)}`,
  ),
  'project-access-group-roles-updated': ofProject(
    'Project roles of a group updated',
    (event) => `updated the roles of ${group(event)}${inProject(event)}${roleChanges(event)}`,
  ),
  // Unleash used this type for groups as well.
  'project-access-user-roles-deleted': ofProject('Project access of a user removed', (event) =>
    memberOf(event, 'groupId') === undefined
      ? `removed the access of ${user(event)} to ${project(event)}`
      : `removed the access of ${group(event)} to ${project(event)}`,
  ),
  'project-access-group-roles-deleted': ofProject(
    'Project access of a group removed',
    (event) => `removed the access of ${group(event)} to ${project(event)}`,
  ),
  'project-access-updated': ofProject(
    'Project access updated',
    (event) => `replaced the access list of ${project(event)}`,
  ),
  'project-created': ofProject('Project created', (event) => `created ${project(event)}`),
  'project-updated': ofProject(
    'Project updated',
    (event) => `updated ${project(event)}${changedMembers(event)}`,
    { schedule: { subject: 'default-stickiness', became: 'was changed' } },
  ),
  'project-deleted': ofProject('Project deleted', (event) => `deleted ${formerProject(event)}`),
  'project-archived': ofProject('Project archived', (event) => `archived ${formerProject(event)}`),
  'project-revived': ofProject('Project revived', (event) => `revived ${project(event)}`),
  'project-import': ofProject('Project imported', (event) => `imported ${project(event)}`),
  'drop-projects': ofInstallation('All projects removed', () => 'removed all projects'),
  'project-user-added': ofProject(
    'User added to project',
    (event) => `added ${user(event)} to ${project(event)}${asRole(event)}`,
  ),
  'project-user-removed': ofProject(
    'User removed from project',
    (event) => `removed ${user(event)} from ${project(event)}`,
  ),
  'project-user-role-changed': ofProject(
    'Project role of a user changed',
    (event) => `changed the role of ${user(event)}${inProject(event)}${roleNames(event)}`,
  ),
  'project-group-role-changed': ofProject(
    'Project role of a group changed',
    (event) => `changed the role of ${group(event)}${inProject(event)}${roleNames(event)}`,
  ),
  'project-group-added': ofProject(
    'Group added to project',
    (event) => `added ${group(event)} to ${project(event)}${asRole(event)}`,
  ),
  'project-group-removed': ofProject(
    'Group removed from project',
    (event) => `removed ${group(event)} from ${project(event)}`,
  ),
  'project-favorited': ofProject(
    'Project added to favourites',
    (event) => `marked ${project(event)} as a favourite`,
  ),
  'project-unfavorited': ofProject(
    'Project removed from favourites',
    (event) => `unmarked ${project(event)} as a favourite`,
  ),
  'project-environment-added': ofProject(
    'Environment added to project',
    (event) => `added ${nounPhrase('environment', event.environment)} to ${project(event)}`,
    { sdk: 'project' },
  ),
  'project-environment-removed': ofProject(
    'Environment removed from project',
    (event) => `removed ${nounPhrase('environment', event.environment)} from ${project(event)}`,
    { sdk: 'project' },
  ),
} satisfies Partial<Record<EventType, EventDefinition>>;

/** These events contain ids of users and groups, and sometimes an e-mail address. */
const user = (event: LoggedEvent) =>
  nounPhrase('user', memberOf(event, 'email', 'username', 'userId'));
const group = (event: LoggedEvent) => nounPhrase('group', memberOf(event, 'groupName', 'groupId'));

function asRole(event: LoggedEvent): string {
  const role = bold(memberOf(event, 'roleName', 'roleId'));
  return role === '' ? '' : ` as ${role}`;
}

function roleNames({ data, preData }: LoggedEvent): string {
  const [before, after] = [dataOf(preData), dataOf(data)];
  return detail(changed('role', before.roleName, after.roleName));
}

function roleChanges({ data, preData }: LoggedEvent): string {
  return detail(changed('roles', dataOf(preData).roles, dataOf(data).roles, idsText));
}

function granted({ data }: LoggedEvent): string {
  return detail(
    listOf(dataOf(data).roles).flatMap((entry) => {
      const { roleId, userIds, groupIds } = dataOf(entry);
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
