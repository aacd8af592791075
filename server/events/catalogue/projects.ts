import type { EventType } from '../types.ts';
import { type EventDefinition, ofInstallation, ofProject } from './definition.ts';
import { bold, escaped, listing, textOf } from './markdown.ts';
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
import { roleNameOf, roleText } from './words.ts';

export const projectEvents = {
  'view-created': ofProject(
    (event) => `shared ${nounPhrase('view', memberOf(event, 'name'))}${inProject(event)}`,
  ),
  'view-updated': ofProject(
    (event) => `updated ${renamed('view', event)}${inProject(event)}${changedMembers(event)}`,
  ),
  'view-deleted': ofProject(
    (event) => `deleted ${nounPhrase('view', memberOf(event, 'name'))}${inProject(event)}`,
  ),
  'default-strategy-updated': ofProject(
    (event) => `updated the default strategy${inScope(event)}${strategyChanges(event)}`,
    { schedule: { subject: 'default-strategy', became: 'was changed' } },
  ),
  'project-access-added': ofProject((event) => `gave access to ${project(event)}${granted(event)}`),
  'project-access-user-roles-updated': ofProject(
    (event) => `updated the roles of ${user(event)}${inProject(event)}${roleChanges(event)}`,
  ),
  'project-access-group-roles-updated': ofProject(
    (event) => `updated the roles of ${group(event)}${inProject(event)}${roleChanges(event)}`,
  ),
  // Unleash used this type for groups as well.
  'project-access-user-roles-deleted': ofProject((event) =>
    memberOf(event, 'groupId') === undefined
      ? `removed the access of ${user(event)} to ${project(event)}`
      : `removed the access of ${group(event)} to ${project(event)}`,
  ),
  'project-access-group-roles-deleted': ofProject(
    (event) => `removed the access of ${group(event)} to ${project(event)}`,
  ),
  'project-access-updated': ofProject((event) => `replaced the access list of ${project(event)}`),
  'project-created': ofProject((event) => `created ${project(event)}`),
  'project-updated': ofProject((event) => `updated ${project(event)}${changedMembers(event)}`, {
    schedule: { subject: 'default-stickiness', became: 'was changed' },
  }),
  'project-deleted': ofProject((event) => `deleted ${formerProject(event)}`),
  'project-archived': ofProject((event) => `archived ${formerProject(event)}`),
  'project-revived': ofProject((event) => `revived ${project(event)}`),
  'project-import': ofProject((event) => `imported ${project(event)}`),
  'drop-projects': ofInstallation(() => 'removed all projects'),
  'project-user-added': ofProject(
    (event) => `added ${user(event)} to ${project(event)}${asRole(event)}`,
  ),
  'project-user-removed': ofProject((event) => `removed ${user(event)} from ${project(event)}`),
  'project-user-role-changed': ofProject(
    (event) => `changed the role of ${user(event)}${inProject(event)}${roleNames(event)}`,
  ),
  'project-group-role-changed': ofProject(
    (event) => `changed the role of ${group(event)}${inProject(event)}${roleNames(event)}`,
  ),
  'project-group-added': ofProject(
    (event) => `added ${group(event)} to ${project(event)}${asRole(event)}`,
  ),
  'project-group-removed': ofProject((event) => `removed ${group(event)} from ${project(event)}`),
  'project-favorited': ofProject((event) => `marked ${project(event)} as a favourite`),
  'project-unfavorited': ofProject((event) => `unmarked ${project(event)} as a favourite`),
  'project-environment-added': ofProject(
    (event) => `added ${nounPhrase('environment', event.environment)} to ${project(event)}`,
    { sdk: 'project' },
  ),
  'project-environment-removed': ofProject(
    (event) => `removed ${nounPhrase('environment', event.environment)} from ${project(event)}`,
    { sdk: 'project' },
  ),
} satisfies Partial<Record<EventType, EventDefinition>>;

/** These events contain ids of users and groups, and sometimes an e-mail address. */
const user = (event: LoggedEvent) =>
  nounPhrase('user', memberOf(event, 'email', 'username', 'userId'));
const group = (event: LoggedEvent) => nounPhrase('group', memberOf(event, 'groupName', 'groupId'));

function asRole(event: LoggedEvent): string {
  const role = textOf(memberOf(event, 'roleName')) || roleNameOf(memberOf(event, 'roleId'));
  return role === '' ? '' : ` as ${bold(role)}`;
}

function roleNames({ data, preData }: LoggedEvent): string {
  const [before, after] = [dataOf(preData), dataOf(data)];
  return detail(changed('role', before.roleName, after.roleName));
}

function roleChanges({ data, preData }: LoggedEvent): string {
  return detail(changed('roles', dataOf(preData).roles, dataOf(data).roles, roleTexts));
}

function granted({ data }: LoggedEvent): string {
  return detail(
    listOf(dataOf(data).roles).flatMap((entry) => {
      const { roleId, userIds, groupIds } = dataOf(entry);
      const to = [...numbered('user', userIds), ...numbered('group', groupIds)];
      return to.length === 0 ? [] : [`role ${roleText(roleId)} to ${to.join(' and ')}`];
    }),
  );
}

function roleTexts(ids: unknown): string {
  const texts = listOf(ids).map(roleText);
  return texts.length === 0 ? '' : listing(texts);
}

/** `user 26`, or `users (26, 27)`; empty without ids. */
function numbered(noun: string, ids: unknown): string[] {
  const texts = listOf(ids).map(escaped);
  if (texts.length === 0) return [];
  return [texts.length === 1 ? `${noun} ${texts[0]}` : `${noun}s ${listing(texts)}`];
}
