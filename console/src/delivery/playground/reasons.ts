import type { PlayedConstraint, PlayedStrategy, Verdict } from './api.ts';

/** Evaluation reasons as sentences. */

export function flagReason({ reason, isEnabled, environment }: Verdict): string {
  const said: Record<string, string> = {
    'switched-off': `it is switched off in ${environment}.`,
    'unsatisfied-dependency': 'a flag that it depends on does not say what it must.',
    'no-strategies': `it is switched on in ${environment} and has no strategy that narrows it.`,
    'strategy-applies': 'a strategy applies to this context.',
    'no-strategy-applies': 'no strategy applies to this context.',
  };
  return `${isEnabled ? 'On' : 'Off'}: ${said[reason] ?? reason}`;
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
export function constraintReason(constraint: PlayedConstraint): string {
  const { contextName, operator, values, value, inverted, caseInsensitive } = constraint;
  const wanted = values?.length ? values.join(', ') : (value ?? 'nothing');
  const not = inverted ? 'it is not so that ' : '';
  const anyCase = caseInsensitive ? ', in any case' : '';
  const given =
    constraint.contextValue === null
      ? `the context has no ${contextName}`
      : `the context has ${constraint.contextValue}`;
  return `${not}${contextName} ${operators[operator] ?? operator} ${wanted}${anyCase}: ${given}`;
}

export type RuleVerdict = { said: string; applies: boolean | undefined };

/** The reason of the strategy itself, without its constraints. */
export function ruleReason({ reason, parameters }: PlayedStrategy): RuleVerdict {
  const { kind, percentage = 0, stickiness, stickinessValue, bucket } = reason;
  const { contextName, contextValue } = reason;
  switch (kind) {
    case 'everybody':
      return { said: 'it is for everybody', applies: true };
    case 'rollout': {
      if (bucket === null || bucket === undefined) {
        const said = `${percentage} % get it, chosen by ${stickiness}, which the context has not`;
        return { said, applies: false };
      }
      const what = stickiness === 'default' ? 'user or session' : stickiness;
      const by = stickinessValue ? ` by ${what} ${stickinessValue}` : ' by chance';
      const said = `${percentage} % get it: place ${bucket} of 100${by}`;
      return { said, applies: bucket <= percentage };
    }
    case 'list': {
      const [list = ''] = Object.values(parameters).map(String);
      const given = contextValue ? `the context has ${contextValue}` : 'the context has none';
      return { said: `${contextName} is in its list (${list}): ${given}`, applies: undefined };
    }
    case 'unknown-strategy':
      return { said: 'only SDKs know what this strategy asks', applies: undefined };
    case 'unknown-host':
      return { said: 'only an SDK knows the name of its host', applies: undefined };
    case 'disabled':
      return { said: 'it is disabled, so that nobody asks it', applies: false };
    default:
      return { said: kind, applies: undefined };
  }
}
