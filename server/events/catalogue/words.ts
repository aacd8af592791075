/** Words for values that events contain by id, or by their name in the API. */

import { escaped, textOf } from './markdown.ts';

/** Clients rely on the ids of predefined roles. */
const roles: Record<string, string> = {
  1: 'Admin',
  2: 'Editor',
  3: 'Viewer',
  4: 'Owner',
  5: 'Member',
};

const strategyTypes: Record<string, string> = {
  default: 'standard',
  flexibleRollout: 'gradual rollout',
  userWithId: 'user IDs',
  remoteAddress: 'IP addresses',
  applicationHostname: 'hosts',
  gradualRolloutRandom: 'gradual rollout at random',
  gradualRolloutSessionId: 'gradual rollout by session',
  gradualRolloutUserId: 'gradual rollout by user',
};

/** Members whose name in the API, put into words, is not what people call them. */
const members: Record<string, string> = {
  changeRequestsEnabled: 'change requests',
  expiresAt: 'expiry',
  featureLimit: 'flag limit',
  rootRole: 'role',
  sortOrder: 'position',
};

/** The parameters of predefined strategy types; the others have the names that people chose. */
const parameters: Record<string, string> = {
  groupId: 'group ID',
  hostNames: 'hosts',
  IPs: 'IP addresses',
  userIds: 'user IDs',
};

/** Members that are on or off; other booleans are yes or no. */
const switches = ['changeRequestsEnabled', 'impressionData'];

type Values = Record<string, unknown>;

/** What a change does to the flag of the event: `added a change (update variants)`. */
const actions: Record<string, (payload: Values) => string> = {
  updateEnabled: (payload) => `switch ${payload.enabled === true ? 'on' : 'off'}`,
  addStrategy: (payload) => withName('add strategy', strategyName(payload)),
  updateStrategy: ({ title }) =>
    textOf(title) === '' ? 'update a strategy' : `update strategy ${textOf(title)}`,
  deleteStrategy: () => 'remove a strategy',
  reorderStrategy: () => 'reorder strategies',
  patchVariant: () => 'update variants',
  archiveFeature: () => 'archive',
  addDependency: (payload) => withName('add dependency', textOf(payload.feature)),
  deleteDependency: () => 'remove a dependency',
  updateSegment: (payload) => withName('update segment', textOf(payload.name)),
  deleteSegment: () => 'delete a segment',
};

const wordOf = (words: Record<string, string>, value: unknown): string => {
  const text = textOf(value);
  return Object.hasOwn(words, text) ? (words[text] ?? text) : text;
};

/** The name of a predefined role; the id of another. */
export const roleNameOf = (id: unknown): string => wordOf(roles, id);

export const roleText = (id: unknown): string => escaped(roleNameOf(id));

/** `requiredApprovals` as `required approvals`. */
export const memberName = (name: string): string =>
  Object.hasOwn(members, name)
    ? wordOf(members, name)
    : name.replace(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export const parameterName = (name: string): string => wordOf(parameters, name);

export function memberText(name: string, value: unknown): string {
  if (name === 'rootRole') return roleText(value);
  if (typeof value !== 'boolean') return escaped(timeText(value));
  if (switches.includes(name)) return value ? 'on' : 'off';
  return value ? 'yes' : 'no';
}

export const strategyType = (name: unknown): string => wordOf(strategyTypes, name);

export function actionText(action: unknown, payload: Values): string {
  const name = textOf(action);
  return Object.hasOwn(actions, name) ? (actions[name]?.(payload) ?? name) : name;
}

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+Z$/;

/** `2026-11-19 21:07 UTC`; other texts are unchanged. */
export function timeText(value: unknown): string {
  const text = textOf(value);
  return timestamp.test(text) ? `${text.slice(0, 10)} ${text.slice(11, 16)} UTC` : text;
}

const withName = (words: string, name: string) => (name === '' ? words : `${words} ${name}`);

/** The title of a strategy, or its type in words. */
const strategyName = ({ title, name }: Values): string => textOf(title) || strategyType(name);
