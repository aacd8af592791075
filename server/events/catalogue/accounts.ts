import type { EventType } from '../types.ts';
import { bold } from './markdown.ts';
import {
  changedMembers,
  factsOf,
  inPlace,
  memberOf,
  renamed,
  type Sentence,
  type ToldEvent,
  thing,
} from './sentences.ts';

/** Who there is and what lets them in; and what concerns the installation as a whole. */
export const accountSentences = {
  'role-created': {
    label: 'Role created',
    did: (event) => `created ${named('role', event)}`,
  },
  'role-updated': {
    label: 'Role updated',
    did: (event) => `updated ${renamed('role', event)}${changedMembers(event)}`,
  },
  'role-deleted': {
    label: 'Role deleted',
    did: (event) => `deleted ${named('role', event)}`,
  },
  'addon-config-created': {
    label: 'Integration configuration created',
    did: (event) => `created ${integration(event)}`,
  },
  'addon-config-updated': {
    label: 'Integration configuration updated',
    did: (event) => `updated ${integration(event)}${changedMembers(event)}`,
  },
  'addon-config-deleted': {
    label: 'Integration configuration deleted',
    did: (event) => `deleted ${integration(event)}`,
  },
  'db-pool-update': {
    label: 'Database pool updated',
    did: () => 'reported a change of the database pool',
  },
  'user-created': {
    label: 'User created',
    did: (event) => `created ${person('user', event)}`,
  },
  'user-updated': {
    label: 'User updated',
    did: (event) =>
      factsOf(event.data).passwordChanged === true
        ? `changed the password of ${person('user', event)}`
        : `updated ${person('user', event)}${changedMembers(event)}`,
  },
  'user-deleted': {
    label: 'User deleted',
    did: (event) => `deleted ${person('user', event)}`,
  },
  'group-created': {
    label: 'Group created',
    did: (event) => `created ${named('group', event)}`,
  },
  'group-updated': {
    label: 'Group updated',
    did: (event) => `updated ${renamed('group', event)}${changedMembers(event)}`,
  },
  'group-deleted': {
    label: 'Group deleted',
    did: (event) => `deleted ${named('group', event)}`,
  },
  'group-user-added': {
    label: 'User added to group',
    did: (event) => `added ${member(event)} to ${groupOf(event)}`,
  },
  'group-user-removed': {
    label: 'User removed from group',
    did: (event) => `removed ${member(event)} from ${groupOf(event)}`,
  },
  'setting-created': {
    label: 'Setting created',
    did: (event) => `created ${identified('setting', event)}`,
  },
  'setting-updated': {
    label: 'Setting updated',
    did: (event) => `updated ${identified('setting', event)}`,
  },
  'setting-deleted': {
    label: 'Setting deleted',
    did: (event) => `deleted ${identified('setting', event)}`,
  },
  'client-metrics': {
    label: 'Client metrics received',
    did: (event) => `received metrics of ${application(event)}`,
  },
  'client-register': {
    label: 'Client registered',
    did: (event) => `registered ${application(event)}`,
  },
  'pat-created': {
    label: 'Personal access token created',
    did: (event) => `created ${personalToken(event)}`,
  },
  'pat-deleted': {
    label: 'Personal access token deleted',
    did: (event) => `deleted ${personalToken(event)}`,
  },
  'public-signup-token-created': {
    label: 'Invitation created',
    did: (event) => `created ${named('invitation', event)}`,
  },
  'public-signup-token-user-added': {
    label: 'User joined by invitation',
    did: (event) => `let in ${member(event)} by an invitation`,
  },
  'public-signup-token-updated': {
    label: 'Invitation updated',
    did: (event) => `updated ${named('invitation', event)}`,
  },
  'api-token-created': {
    label: 'API token created',
    did: (event) => `created ${apiToken(event)}${inPlace(event)}`,
  },
  'api-token-updated': {
    label: 'API token updated',
    did: (event) => `updated ${apiToken(event)}${inPlace(event)}${changedMembers(event)}`,
  },
  'api-token-deleted': {
    label: 'API token deleted',
    did: (event) => `deleted ${apiToken(event)}${inPlace(event)}`,
  },
  'service-account-created': {
    label: 'Service account created',
    did: (event) => `created ${person('service account', event)}`,
  },
  'service-account-deleted': {
    label: 'Service account deleted',
    did: (event) => `deleted ${person('service account', event)}`,
  },
  'service-account-updated': {
    label: 'Service account updated',
    did: (event) => `updated ${person('service account', event)}${changedMembers(event)}`,
  },
  'banner-created': {
    label: 'Banner created',
    did: (event) => `created ${banner(event)}`,
  },
  'banner-updated': {
    label: 'Banner updated',
    did: (event) => `updated ${banner(event)}`,
  },
  'banner-deleted': {
    label: 'Banner deleted',
    did: (event) => `deleted ${banner(event)}`,
  },
  'signal-endpoint-created': {
    label: 'Signal endpoint created',
    did: (event) => `created ${named('signal endpoint', event)}`,
  },
  'signal-endpoint-updated': {
    label: 'Signal endpoint updated',
    did: (event) => `updated ${renamed('signal endpoint', event)}${changedMembers(event)}`,
  },
  'signal-endpoint-deleted': {
    label: 'Signal endpoint deleted',
    did: (event) => `deleted ${named('signal endpoint', event)}`,
  },
  'signal-endpoint-token-created': {
    label: 'Signal endpoint token created',
    did: (event) => `created ${named('signal endpoint token', event)}`,
  },
  'signal-endpoint-token-updated': {
    label: 'Signal endpoint token updated',
    did: (event) => `updated ${renamed('signal endpoint token', event)}`,
  },
  'signal-endpoint-token-deleted': {
    label: 'Signal endpoint token deleted',
    did: (event) => `deleted ${named('signal endpoint token', event)}`,
  },
  'actions-created': {
    label: 'Actions created',
    did: (event) => `created ${named('action set', event)}${inPlace(event)}`,
  },
  'actions-updated': {
    label: 'Actions updated',
    did: (event) => `updated ${renamed('action set', event)}${inPlace(event)}`,
  },
  'actions-deleted': {
    label: 'Actions deleted',
    did: (event) => `deleted ${named('action set', event)}${inPlace(event)}`,
  },
} as const satisfies Partial<Record<EventType, Sentence>>;

const named = (noun: string, event: ToldEvent) => thing(noun, memberOf(event, 'name'));
const identified = (noun: string, event: ToldEvent) => thing(noun, memberOf(event, 'id'));
const person = (noun: string, event: ToldEvent) =>
  thing(noun, memberOf(event, 'name', 'username', 'email', 'id'));
const member = (event: ToldEvent) => thing('user', memberOf(event, 'username', 'userId'));
const groupOf = (event: ToldEvent) => thing('group', memberOf(event, 'groupName', 'groupId'));
const apiToken = (event: ToldEvent) => thing('API token', memberOf(event, 'tokenName', 'username'));
const personalToken = (event: ToldEvent) =>
  thing('personal access token', memberOf(event, 'description', 'id'));
const application = (event: ToldEvent) => thing('application', memberOf(event, 'appName'));
const banner = (event: ToldEvent) => thing('banner', memberOf(event, 'message', 'id'));

function integration(event: ToldEvent): string {
  const provider = bold(memberOf(event, 'provider'));
  return provider === '' ? 'an integration' : `the configuration of integration ${provider}`;
}
