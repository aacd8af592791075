import { discord, teams, teamsWorkflow } from './chats.ts';
import type { Kind } from './definition.ts';
import { email } from './email.ts';
import { datadog, grafana, newRelic } from './monitoring.ts';
import { slack, slackApp } from './slack.ts';
import { ndjson, webhook } from './webhook.ts';

/** All kinds, by the names that the peer uses where it has them. */
export const kinds = {
  webhook,
  slack,
  'slack-app': slackApp,
  teams,
  'teams-workflow': teamsWorkflow,
  datadog,
  'new-relic': newRelic,
  discord,
  grafana,
  ndjson,
  email,
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof kinds;

export const kindNames = Object.keys(kinds) as KindName[];

export const kindOf = (name: KindName): Kind => kinds[name];

export const isKind = (name: string): name is KindName => Object.hasOwn(kinds, name);

/** Every name of a parameter, in any kind. */
export const parameterNames = [
  ...new Set(kindNames.flatMap((name) => Object.keys(kinds[name].parameters))),
];
