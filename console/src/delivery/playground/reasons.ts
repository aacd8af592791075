import type { EvaluatedConstraint, EvaluatedStrategy, Evaluation } from './api.ts';

/** Evaluation reasons as sentences. */

export function flagReason({ reason, isEnabled, environment }: Evaluation): string {
  const text: Record<string, string> = {
    'switched-off': `it is switched off in ${environment}.`,
    'unsatisfied-dependency': 'a flag that it depends on does not have the required result.',
    'no-strategies': `it is switched on in ${environment} and has no strategy that narrows it.`,
    'strategy-applies': 'a strategy applies to this context.',
    'no-strategy-applies': 'no strategy applies to this context.',
  };
  return `${isEnabled ? 'On' : 'Off'}: ${text[reason] ?? reason}`;
}

const operators: Record<string, string> = {
  IN: 'is one of',
  NOT_IN: 'is none of',
  STR_ENDS_WITH: 'ends with',
  STR_STARTS_WITH: 'starts with',
  STR_CONTAINS: 'contains',
  NUM_EQ: '=',
  NUM_GT: '>',
  NUM_GTE: '≥',
  NUM_LT: '<',
  NUM_LTE: '≤',
  DATE_AFTER: 'is after',
  DATE_BEFORE: 'is before',
  SEMVER_EQ: 'is version',
  SEMVER_GT: 'is a version after',
  SEMVER_LT: 'is a version before',
};

/** `country is one of NO, SE: the context has DK`. */
export function constraintReason(constraint: EvaluatedConstraint): string {
  const { contextName, operator, values, value, inverted, caseInsensitive } = constraint;
  const expected = values?.length ? values.join(', ') : (value ?? 'nothing');
  const not = inverted ? 'it is not so that ' : '';
  const suffix = caseInsensitive ? ', case-insensitive' : '';
  const actual =
    constraint.contextValue === null
      ? `the context has no ${contextName}`
      : `the context has ${constraint.contextValue}`;
  return `${not}${contextName} ${operators[operator] ?? operator} ${expected}${suffix}: ${actual}`;
}

export type StrategyReason = { text: string; applies: boolean | undefined };

/** The reason of the strategy itself, without its constraints. */
export function strategyReason({ reason, parameters }: EvaluatedStrategy): StrategyReason {
  const { kind, percentage = 0, stickiness, stickinessValue, bucket } = reason;
  const { contextName, contextValue } = reason;
  switch (kind) {
    case 'everybody':
      return { text: 'it applies to all users', applies: true };
    case 'rollout': {
      if (bucket === null || bucket === undefined) {
        const text = `${percentage}% get it, sticky on ${stickiness}, which the context lacks`;
        return { text, applies: false };
      }
      const what = stickiness === 'default' ? 'user or session' : stickiness;
      const by = stickinessValue ? ` by ${what} ${stickinessValue}` : ' at random';
      const text = `${percentage}% get it: bucket ${bucket} of 100${by}`;
      return { text, applies: bucket <= percentage };
    }
    case 'list': {
      const [list = ''] = Object.values(parameters).map(String);
      const actual = contextValue ? `the context has ${contextValue}` : 'the context has none';
      return { text: `${contextName} is in its list (${list}): ${actual}`, applies: undefined };
    }
    case 'unknown-strategy':
      return { text: 'only SDKs can evaluate this strategy', applies: undefined };
    case 'unknown-host':
      return { text: 'only an SDK knows the name of its host', applies: undefined };
    case 'disabled':
      return { text: 'it is disabled', applies: false };
    default:
      return { text: kind, applies: undefined };
  }
}
