import type { Constraint, Operator } from '../../../../server/flags/strategies/schema.ts';
import { exactTime } from '../../ui/time-ago.tsx';
import { texts } from '../texts.ts';

const { audience, listAndMore, operators } = texts.strategies;

export type OperatorKind = 'list' | 'text' | 'number' | 'date' | 'version';

export const operatorKinds: Record<Operator, OperatorKind> = {
  IN: 'list',
  NOT_IN: 'list',
  STR_CONTAINS: 'text',
  STR_STARTS_WITH: 'text',
  STR_ENDS_WITH: 'text',
  NUM_EQ: 'number',
  NUM_GT: 'number',
  NUM_GTE: 'number',
  NUM_LT: 'number',
  NUM_LTE: 'number',
  DATE_AFTER: 'date',
  DATE_BEFORE: 'date',
  SEMVER_EQ: 'version',
  SEMVER_GT: 'version',
  SEMVER_LT: 'version',
};

export const takesMany = (operator: Operator) => ['list', 'text'].includes(operatorKinds[operator]);

/** `is one of`, or its negation where the constraint is inverted. */
export function operatorLabel({ operator, inverted }: Pick<Constraint, 'operator' | 'inverted'>) {
  const { label, negated } = operators[operator];
  return inverted ? negated : label;
}

/** The values of the constraint, with dates in local time. */
export function constraintValues({ operator, values = [], value = '' }: Constraint): string[] {
  if (takesMany(operator)) return values;
  const isDate = operatorKinds[operator] === 'date' && !Number.isNaN(Date.parse(value));
  return [isDate ? exactTime(value) : value];
}

type Described = {
  name: string;
  parameters?: Record<string, unknown> | undefined;
  constraints?: readonly unknown[] | undefined;
  segments?: readonly unknown[] | undefined;
};

type ListParameter = 'userIds' | 'IPs' | 'hostNames';

/** Strategy types whose only parameter is a list. */
export const listParameters: Record<string, ListParameter> = {
  userWithId: 'userIds',
  remoteAddress: 'IPs',
  applicationHostname: 'hostNames',
};

const unset: Record<ListParameter, string> = {
  userIds: audience.noUserIds,
  IPs: audience.noIPs,
  hostNames: audience.noHostNames,
};

/** Who gets the flag, of those who match its constraints and segments: the start of a sentence. */
export function audienceOf(strategy: Described, title = strategy.name): string {
  const { name, parameters = {}, constraints = [], segments = [] } = strategy;
  const matching = constraints.length > 0 || segments.length > 0;
  if (name === 'default') return matching ? audience.matching : audience.all;
  if (name === 'flexibleRollout') {
    const percent = rolloutOf(parameters);
    const stickiness = stickinessOf(parameters);
    return stickiness === 'random'
      ? audience.atRandom(percent, matching)
      : audience.shareOf(percent, matching, stickinessLabel(stickiness));
  }
  const parameter = listParameters[name];
  if (parameter === undefined) return title;
  const items = itemsOf(parameters[parameter]);
  return items.length === 0 ? unset[parameter] : audience[parameter](shortList(items, 6));
}

/** The first items, and the number of the others. */
export function shortList(items: readonly string[], max: number): string {
  const shown = items.slice(0, max).join(', ');
  return items.length > max ? listAndMore(shown, items.length - max) : shown;
}

export const stickinessOf = (parameters: Record<string, unknown>): string =>
  String(parameters.stickiness || 'default');

export const stickinessLabel = (stickiness: string): string =>
  stickiness === 'default' ? audience.userOrSession : stickiness;

export const itemsOf = (text: unknown): string[] =>
  (typeof text === 'string' ? text : '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** A percentage; an unset rollout is 100. */
export const rolloutOf = (parameters: Record<string, unknown> = {}): number =>
  Number(parameters.rollout || 100);
