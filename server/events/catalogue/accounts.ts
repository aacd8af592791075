import type { EventType } from '../types.ts';
import { type EventDefinition, ofInstallation, ofProject, ofShared } from './definition.ts';
import { bold } from './markdown.ts';
import {
  changedMembers,
  dataOf,
  inProject,
  inScope,
  type LoggedEvent,
  memberOf,
  nounPhrase,
  renamed,
} from './sentences.ts';

/** Users, groups, roles and tokens, and settings of the installation. */
export const accountEvents = {
  'role-created': ofInstallation('Role created', (event) => `created ${named('role', event)}`),
  'role-updated': ofInstallation(
    'Role updated',
    (event) => `updated ${renamed('role', event)}${changedMembers(event)}`,
  ),
  'role-deleted': ofInstallation('Role deleted', (event) => `deleted ${named('role', event)}`),
  'addon-config-created': ofShared(
    'Integration configuration created',
    (event) => `created ${integration(event)}${inProject(event)}`,
  ),
  'addon-config-updated': ofShared(
    'Integration configuration updated',
    (event) => `updated ${integration(event)}${inProject(event)}${changedMembers(event)}`,
  ),
  'addon-config-deleted': ofShared(
    'Integration configuration deleted',
    (event) => `deleted ${integration(event)}${inProject(event)}`,
  ),
  'addon-config-parked': ofShared(
    'Integration parked',
    (event) => `parked ${integration(event)}${inProject(event)} after failed deliveries`,
  ),
  'db-pool-update': ofInstallation(
    'Database pool updated',
    () => 'reported a change of the database pool',
  ),
  'user-created': ofInstallation('User created', (event) => `created ${person('user', event)}`),
  'user-updated': ofInstallation('User updated', (event) => {
    const { passwordChanged, sessionsEnded, secondFactor } = dataOf(event.data);
    const user = person('user', event);
    if (passwordChanged === true) return `changed the password of ${user}`;
    if (sessionsEnded !== undefined) return `ended the sessions of ${user}`;
    if (secondFactor === true) return `set up the second factor of ${user}`;
    if (secondFactor === false) return `removed the second factor of ${user}`;
    return `updated ${user}${changedMembers(event)}`;
  }),
  'user-deleted': ofInstallation('User deleted', (event) => `deleted ${person('user', event)}`, {
    schedule: { subject: 'user', became: 'was deleted' },
  }),
  'group-created': ofInstallation('Group created', (event) => `created ${named('group', event)}`),
  'group-updated': ofInstallation(
    'Group updated',
    (event) => `updated ${renamed('group', event)}${changedMembers(event)}`,
  ),
  'group-deleted': ofInstallation('Group deleted', (event) => `deleted ${named('group', event)}`),
  'group-user-added': ofInstallation(
    'User added to group',
    (event) => `added ${member(event)} to ${groupOf(event)}`,
  ),
  'group-user-removed': ofInstallation(
    'User removed from group',
    (event) => `removed ${member(event)} from ${groupOf(event)}`,
  ),
  'setting-created': ofInstallation(
    'Setting created',
    (event) => `created ${identified('setting', event)}`,
  ),
  'setting-updated': ofInstallation(
    'Setting updated',
    (event) => `updated ${identified('setting', event)}${changedMembers(event)}`,
    { sdk: 'tokens' },
  ),
  'setting-deleted': ofInstallation(
    'Setting deleted',
    (event) => `deleted ${identified('setting', event)}`,
  ),
  'events-deleted': ofInstallation(
    'Old events deleted',
    ({ data }) => {
      const { events, lastId, months } = dataOf(data);
      if (typeof events !== 'number') return 'deleted old events';
      return `deleted ${events} events, up to event ${lastId} (EVENT_RETENTION_MONTHS: ${months})`;
    },
    { sdk: 'revision' },
  ),
  'client-metrics': ofInstallation(
    'Client metrics received',
    (event) => `received metrics of ${application(event)}`,
  ),
  'client-register': ofInstallation(
    'Client registered',
    (event) => `registered ${application(event)}`,
  ),
  'pat-created': ofInstallation(
    'Personal access token created',
    (event) => `created ${personalToken(event)}`,
  ),
  'pat-deleted': ofInstallation(
    'Personal access token deleted',
    (event) => `deleted ${personalToken(event)}`,
  ),
  'public-signup-token-created': ofInstallation(
    'Invitation created',
    (event) => `created ${named('invitation', event)}`,
  ),
  'public-signup-token-user-added': ofInstallation(
    'User joined by invitation',
    (event) => `added ${member(event)} by an invitation`,
  ),
  'public-signup-token-updated': ofInstallation(
    'Invitation updated',
    (event) => `updated ${named('invitation', event)}`,
  ),
  'api-token-created': ofShared(
    'API token created',
    (event) => `created ${apiToken(event)}${inScope(event)}`,
    { sdk: 'tokens' },
  ),
  'api-token-updated': ofShared(
    'API token updated',
    (event) => `updated ${apiToken(event)}${inScope(event)}${changedMembers(event)}`,
    { sdk: 'tokens' },
  ),
  'api-token-deleted': ofShared(
    'API token deleted',
    (event) => `deleted ${apiToken(event)}${inScope(event)}`,
    { sdk: 'tokens' },
  ),
  'service-account-created': ofInstallation(
    'Service account created',
    (event) => `created ${person('service account', event)}`,
  ),
  'service-account-deleted': ofInstallation(
    'Service account deleted',
    (event) => `deleted ${person('service account', event)}`,
    { schedule: { subject: 'user', became: 'was deleted' } },
  ),
  'service-account-updated': ofInstallation(
    'Service account updated',
    (event) => `updated ${person('service account', event)}${changedMembers(event)}`,
  ),
  'banner-created': ofInstallation('Banner created', (event) => `created ${banner(event)}`),
  'banner-updated': ofInstallation('Banner updated', (event) => `updated ${banner(event)}`),
  'banner-deleted': ofInstallation('Banner deleted', (event) => `deleted ${banner(event)}`),
  'signal-endpoint-created': ofInstallation(
    'Signal endpoint created',
    (event) => `created ${named('signal endpoint', event)}`,
  ),
  'signal-endpoint-updated': ofInstallation(
    'Signal endpoint updated',
    (event) => `updated ${renamed('signal endpoint', event)}${changedMembers(event)}`,
  ),
  'signal-endpoint-deleted': ofInstallation(
    'Signal endpoint deleted',
    (event) => `deleted ${named('signal endpoint', event)}`,
  ),
  'signal-endpoint-token-created': ofInstallation(
    'Signal endpoint token created',
    (event) => `created ${named('signal endpoint token', event)}`,
  ),
  'signal-endpoint-token-updated': ofInstallation(
    'Signal endpoint token updated',
    (event) => `updated ${renamed('signal endpoint token', event)}`,
  ),
  'signal-endpoint-token-deleted': ofInstallation(
    'Signal endpoint token deleted',
    (event) => `deleted ${named('signal endpoint token', event)}`,
  ),
  'actions-created': ofProject(
    'Actions created',
    (event) => `created ${named('action set', event)}${inScope(event)}`,
  ),
  'actions-updated': ofProject(
    'Actions updated',
    (event) => `updated ${renamed('action set', event)}${inScope(event)}`,
  ),
  'actions-deleted': ofProject(
    'Actions deleted',
    (event) => `deleted ${named('action set', event)}${inScope(event)}`,
  ),
} satisfies Partial<Record<EventType, EventDefinition>>;

const named = (noun: string, event: LoggedEvent) => nounPhrase(noun, memberOf(event, 'name'));
const identified = (noun: string, event: LoggedEvent) => nounPhrase(noun, memberOf(event, 'id'));
const person = (noun: string, event: LoggedEvent) =>
  nounPhrase(noun, memberOf(event, 'name', 'username', 'email', 'id'));
const member = (event: LoggedEvent) => nounPhrase('user', memberOf(event, 'username', 'userId'));
const groupOf = (event: LoggedEvent) =>
  nounPhrase('group', memberOf(event, 'groupName', 'groupId'));
const apiToken = (event: LoggedEvent) =>
  nounPhrase('API token', memberOf(event, 'tokenName', 'username'));
const personalToken = (event: LoggedEvent) =>
  nounPhrase('personal access token', memberOf(event, 'description', 'id'));
const application = (event: LoggedEvent) => nounPhrase('application', memberOf(event, 'appName'));
const banner = (event: LoggedEvent) => nounPhrase('banner', memberOf(event, 'message', 'id'));

function integration(event: LoggedEvent): string {
  const provider = bold(memberOf(event, 'provider'));
  return provider === '' ? 'an integration' : `the configuration of integration ${provider}`;
}
