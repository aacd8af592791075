import type { Constraint, Operator } from '../../../../server/flags/strategies/schema.ts';
import { exactTime } from '../../ui/time-ago.tsx';

export type OperatorKind = 'list' | 'text' | 'number' | 'date' | 'version';

type OperatorLabels = { kind: OperatorKind; label: string; inverted: string };

export const operatorLabels: Record<Operator, OperatorLabels> = {
  IN: { kind: 'list', label: 'is one of', inverted: 'is not one of' },
  NOT_IN: { kind: 'list', label: 'is none of', inverted: 'is not none of' },
  STR_CONTAINS: { kind: 'text', label: 'contains', inverted: 'does not contain' },
  STR_STARTS_WITH: { kind: 'text', label: 'starts with', inverted: 'does not start with' },
  STR_ENDS_WITH: { kind: 'text', label: 'ends with', inverted: 'does not end with' },
  NUM_EQ: { kind: 'number', label: 'equals', inverted: 'does not equal' },
  NUM_GT: { kind: 'number', label: 'is greater than', inverted: 'is not greater than' },
  NUM_GTE: { kind: 'number', label: 'is at least', inverted: 'is not at least' },
  NUM_LT: { kind: 'number', label: 'is less than', inverted: 'is not less than' },
  NUM_LTE: { kind: 'number', label: 'is at most', inverted: 'is not at most' },
  DATE_AFTER: { kind: 'date', label: 'is after', inverted: 'is not after' },
  DATE_BEFORE: { kind: 'date', label: 'is before', inverted: 'is not before' },
  SEMVER_EQ: { kind: 'version', label: 'is version', inverted: 'is not version' },
  SEMVER_GT: { kind: 'version', label: 'is newer than version', inverted: 'is not newer than' },
  SEMVER_LT: { kind: 'version', label: 'is older than version', inverted: 'is not older than' },
};

export const takesMany = (operator: Operator) =>
  ['list', 'text'].includes(operatorLabels[operator].kind);

/** `is one of`, or its negation where the constraint is inverted. */
export function operatorLabel({ operator, inverted }: Constraint): string {
  const { label, inverted: negated } = operatorLabels[operator];
  return inverted ? negated : label;
}

/** The values of the constraint, with dates in local time. */
export function constraintValues({ operator, values = [], value = '' }: Constraint): string[] {
  if (takesMany(operator)) return values;
  const isDate = operatorLabels[operator].kind === 'date' && !Number.isNaN(Date.parse(value));
  return [isDate ? exactTime(value) : value];
}

type Described = { name: string; parameters?: Record<string, unknown> | undefined };

const listStrategies: Record<string, [parameter: string, noun: string]> = {
  userWithId: ['userIds', 'the users'],
  remoteAddress: ['IPs', 'the addresses'],
  applicationHostname: ['hostNames', 'the hosts'],
};

/** Who gets the flag, before constraints: the start of a sentence. */
export function audienceOf({ name, parameters = {} }: Described, title = name): string {
  if (name === 'default') return 'All users';
  if (name === 'flexibleRollout') {
    const { stickiness = 'default' } = parameters;
    const share = `${rolloutOf(parameters)}%`;
    if (stickiness === 'random') return `${share} of all evaluations, at random`;
    if (stickiness === 'default') return `${share} of all users, sticky on user or session`;
    return `${share} of all users, sticky on ${String(stickiness)}`;
  }
  const [parameter, noun] = listStrategies[name] ?? [];
  if (parameter !== undefined) return describeList(noun ?? '', parameters[parameter]);
  return title;
}

function describeList(noun: string, text: unknown): string {
  const items = itemsOf(text);
  const shown = items.slice(0, 6).join(', ');
  if (items.length === 0) return `No users: ${noun} are not set`;
  const sentence = `${noun} ${shown}${items.length > 6 ? ` and ${items.length - 6} more` : ''}`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

export const itemsOf = (text: unknown): string[] =>
  (typeof text === 'string' ? text : '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** A percentage; an unset rollout is 100. */
export const rolloutOf = (parameters: Record<string, unknown> = {}): number =>
  Number(parameters.rollout || 100);
