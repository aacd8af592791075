import type { Constraint, Operator } from '../../../../server/flags/strategies/schema.ts';
import { exactTime } from '../../ui/time-ago.tsx';

export type OperatorKind = 'list' | 'text' | 'number' | 'date' | 'version';

type Words = { kind: OperatorKind; says: string; inverted: string };

export const operatorWords: Record<Operator, Words> = {
  IN: { kind: 'list', says: 'is one of', inverted: 'is not one of' },
  NOT_IN: { kind: 'list', says: 'is none of', inverted: 'is not none of' },
  STR_CONTAINS: { kind: 'text', says: 'contains', inverted: 'does not contain' },
  STR_STARTS_WITH: { kind: 'text', says: 'starts with', inverted: 'does not start with' },
  STR_ENDS_WITH: { kind: 'text', says: 'ends with', inverted: 'does not end with' },
  NUM_EQ: { kind: 'number', says: 'equals', inverted: 'does not equal' },
  NUM_GT: { kind: 'number', says: 'is greater than', inverted: 'is not greater than' },
  NUM_GTE: { kind: 'number', says: 'is at least', inverted: 'is not at least' },
  NUM_LT: { kind: 'number', says: 'is less than', inverted: 'is not less than' },
  NUM_LTE: { kind: 'number', says: 'is at most', inverted: 'is not at most' },
  DATE_AFTER: { kind: 'date', says: 'is after', inverted: 'is not after' },
  DATE_BEFORE: { kind: 'date', says: 'is before', inverted: 'is not before' },
  SEMVER_EQ: { kind: 'version', says: 'is version', inverted: 'is not version' },
  SEMVER_GT: { kind: 'version', says: 'is newer than version', inverted: 'is not newer than' },
  SEMVER_LT: { kind: 'version', says: 'is older than version', inverted: 'is not older than' },
};

export const takesMany = (operator: Operator) =>
  ['list', 'text'].includes(operatorWords[operator].kind);

/** `is one of`, or its negation where the constraint is inverted. */
export function operatorSays({ operator, inverted }: Constraint): string {
  const words = operatorWords[operator];
  return inverted ? words.inverted : words.says;
}

/** The values of the constraint, with dates in local time. */
export function constraintValues({ operator, values = [], value = '' }: Constraint): string[] {
  if (takesMany(operator)) return values;
  const isDate = operatorWords[operator].kind === 'date' && !Number.isNaN(Date.parse(value));
  return [isDate ? exactTime(value) : value];
}

type Described = { name: string; parameters?: Record<string, unknown> | undefined };

const listed: Record<string, [parameter: string, noun: string]> = {
  userWithId: ['userIds', 'the users'],
  remoteAddress: ['IPs', 'the addresses'],
  applicationHostname: ['hostNames', 'the hosts'],
};

/** Who gets the flag, before constraints: the start of a sentence. */
export function whoOf({ name, parameters = {} }: Described, title = name): string {
  if (name === 'default') return 'Everybody';
  if (name === 'flexibleRollout') {
    const { stickiness = 'default' } = parameters;
    const share = `${rolloutOf(parameters)} %`;
    if (stickiness === 'random') return `${share} of all evaluations, at random`;
    if (stickiness === 'default') return `${share} of everybody, steady by user or session`;
    return `${share} of everybody, steady by ${String(stickiness)}`;
  }
  const [parameter, noun] = listed[name] ?? [];
  if (parameter !== undefined) return listSaid(noun ?? '', parameters[parameter]);
  return title;
}

function listSaid(noun: string, text: unknown): string {
  const items = itemsOf(text);
  const shown = items.slice(0, 6).join(', ');
  if (items.length === 0) return `Nobody: ${noun} are not named yet`;
  const said = `${noun} ${shown}${items.length > 6 ? ` and ${items.length - 6} more` : ''}`;
  return said.charAt(0).toUpperCase() + said.slice(1);
}

export const itemsOf = (text: unknown): string[] =>
  (typeof text === 'string' ? text : '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** A percentage; an unset rollout is 100. */
export const rolloutOf = (parameters: Record<string, unknown> = {}): number =>
  Number(parameters.rollout || 100);
