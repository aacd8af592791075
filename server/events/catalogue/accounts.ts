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
  'role-created': ofInstallation((event) => `created ${named('role', event)}`),
  'role-updated': ofInstallation(
    (event) => `updated ${renamed('role', event)}${changedMembers(event)}`,
  ),
  'role-deleted': ofInstallation((event) => `deleted ${named('role', event)}`),
  'addon-config-created': ofShared((event) => `created ${integration(event)}${inProject(event)}`),
  'addon-config-updated': ofShared(
    (event) => `updated ${integration(event)}${inProject(event)}${changedMembers(event)}`,
  ),
  'addon-config-deleted': ofShared((event) => `deleted ${integration(event)}${inProject(event)}`),
  'addon-config-parked': ofShared(
    (event) => `parked ${integration(event)}${inProject(event)} after failed deliveries`,
  ),
  'db-pool-update': ofInstallation(() => 'reported a change of the database pool'),
  'user-created': ofInstallation((event) => `created ${person('user', event)}`),
  'user-updated': ofInstallation((event) => {
    const { passwordChanged, sessionsEnded, secondFactor } = dataOf(event.data);
    const user = person('user', event);
    if (passwordChanged === true) return `changed the password of ${user}`;
    if (sessionsEnded !== undefined) return `ended the sessions of ${user}`;
    if (secondFactor === true) return `set up the second factor of ${user}`;
    if (secondFactor === false) return `removed the second factor of ${user}`;
    return `updated ${user}${changedMembers(event)}`;
  }),
  'user-deleted': ofInstallation((event) => `deleted ${person('user', event)}`, {
    schedule: { subject: 'user', became: 'was deleted' },
  }),
  'group-created': ofInstallation((event) => `created ${named('group', event)}`),
  'group-updated': ofInstallation(
    (event) => `updated ${renamed('group', event)}${changedMembers(event)}`,
  ),
  'group-deleted': ofInstallation((event) => `deleted ${named('group', event)}`),
  'group-user-added': ofInstallation((event) => `added ${member(event)} to ${groupOf(event)}`),
  'group-user-removed': ofInstallation(
    (event) => `removed ${member(event)} from ${groupOf(event)}`,
  ),
  'setting-created': ofInstallation((event) => `created ${identified('setting', event)}`),
  'setting-updated': ofInstallation(
    (event) => `updated ${identified('setting', event)}${changedMembers(event)}`,
    { sdk: 'tokens' },
  ),
  'setting-deleted': ofInstallation((event) => `deleted ${identified('setting', event)}`),
  'events-deleted': ofInstallation(
    ({ data }) => {
      const { events, lastId, months } = dataOf(data);
      if (typeof events !== 'number') return 'deleted old events';
      return `deleted ${events} events, up to event ${lastId} (EVENT_RETENTION_MONTHS: ${months})`;
    },
    { sdk: 'revision' },
  ),
  'client-metrics': ofInstallation((event) => `received metrics of ${application(event)}`),
  'client-register': ofInstallation((event) => `registered ${application(event)}`),
  'pat-created': ofInstallation((event) => `created ${personalToken(event)}`),
  'pat-deleted': ofInstallation((event) => `deleted ${personalToken(event)}`),
  'public-signup-token-created': ofInstallation((event) => `created ${named('invitation', event)}`),
  'public-signup-token-user-added': ofInstallation(
    (event) => `added ${member(event)} by an invitation`,
  ),
  'public-signup-token-updated': ofInstallation((event) => `updated ${named('invitation', event)}`),
  'api-token-created': ofShared((event) => `created ${apiToken(event)}${inScope(event)}`, {
    sdk: 'tokens',
  }),
  'api-token-updated': ofShared(
    (event) => `updated ${apiToken(event)}${inScope(event)}${changedMembers(event)}`,
    { sdk: 'tokens' },
  ),
  'api-token-deleted': ofShared((event) => `deleted ${apiToken(event)}${inScope(event)}`, {
    sdk: 'tokens',
  }),
  'service-account-created': ofInstallation(
    (event) => `created ${person('service account', event)}`,
  ),
  'service-account-deleted': ofInstallation(
    (event) => `deleted ${person('service account', event)}`,
    { schedule: { subject: 'user', became: 'was deleted' } },
  ),
  'service-account-updated': ofInstallation(
    (event) => `updated ${person('service account', event)}${changedMembers(event)}`,
  ),
  'banner-created': ofInstallation((event) => `created ${banner(event)}`),
  'banner-updated': ofInstallation((event) => `updated ${banner(event)}`),
  'banner-deleted': ofInstallation((event) => `deleted ${banner(event)}`),
  'signal-endpoint-created': ofInstallation(
    (event) => `created ${named('signal endpoint', event)}`,
  ),
  'signal-endpoint-updated': ofInstallation(
    (event) => `updated ${renamed('signal endpoint', event)}${changedMembers(event)}`,
  ),
  'signal-endpoint-deleted': ofInstallation(
    (event) => `deleted ${named('signal endpoint', event)}`,
  ),
  'signal-endpoint-token-created': ofInstallation(
    (event) => `created ${named('signal endpoint token', event)}`,
  ),
  'signal-endpoint-token-updated': ofInstallation(
    (event) => `updated ${renamed('signal endpoint token', event)}`,
  ),
  'signal-endpoint-token-deleted': ofInstallation(
    (event) => `deleted ${named('signal endpoint token', event)}`,
  ),
  'actions-created': ofProject((event) => `created ${named('action set', event)}${inScope(event)}`),
  'actions-updated': ofProject(
    (event) => `updated ${renamed('action set', event)}${inScope(event)}`,
  ),
  'actions-deleted': ofProject((event) => `deleted ${named('action set', event)}${inScope(event)}`),
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
