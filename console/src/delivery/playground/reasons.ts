import { exactTime } from '../../ui/time-ago.tsx';
import { texts as all } from '../texts.ts';
import type { EvaluatedConstraint, EvaluatedStrategy, Evaluation } from './api.ts';
import { noAppName } from './context.ts';

/** Evaluation reasons as sentences. */

const texts = all.playground.reasons;

export function flagReason({ reason, environment }: Evaluation): string {
  const text: Record<string, string> = {
    'switched-off': texts.switchedOff(environment),
    'unsatisfied-dependency': texts.dependency,
    'no-strategies': texts.noStrategies(environment),
    'strategy-applies': texts.strategyApplies,
    'no-strategy-applies': texts.noStrategyApplies,
  };
  return text[reason] ?? reason;
}

const comparisons: Record<string, string> = texts.comparisons;

/** `country is one of NO, SE: the context has DK`. */
export function constraintReason(constraint: EvaluatedConstraint): string {
  const { contextName, operator, values, value, contextValue, inverted, caseInsensitive } =
    constraint;
  const timeText = <T extends string | null | undefined>(text: T) =>
    text && operator.startsWith('DATE_') && !Number.isNaN(Date.parse(text))
      ? exactTime(text)
      : text;
  const entered = contextName === 'appName' && contextValue === noAppName ? null : contextValue;
  return texts.constraint({
    field: contextName,
    comparison: comparisons[operator] ?? operator,
    expected: values?.length ? values.join(', ') : (timeText(value) ?? texts.nothing),
    actual: timeText(entered),
    negated: inverted === true,
    caseInsensitive: caseInsensitive === true,
  });
}

type StrategyReason = { text: string; applies: boolean | undefined };

/** The reason of the strategy itself, without its constraints. */
export function strategyReason({ reason, parameters }: EvaluatedStrategy): StrategyReason {
  const { kind, percentage = 0, stickiness = '', stickinessValue, bucket } = reason;
  const { contextName = '', contextValue } = reason;
  switch (kind) {
    case 'everybody':
      return { text: texts.allUsers, applies: true };
    case 'rollout': {
      if (bucket === null || bucket === undefined) {
        return { text: texts.lacksStickiness(percentage, stickiness), applies: false };
      }
      const field = stickiness === 'default' ? texts.userOrSession : stickiness;
      const text = stickinessValue
        ? texts.bucketBy(percentage, bucket, field, stickinessValue)
        : texts.bucketAtRandom(percentage, bucket);
      return { text, applies: bucket <= percentage };
    }
    case 'list': {
      const [list = ''] = Object.values(parameters).map(String);
      return { text: texts.list(contextName, list, contextValue || null), applies: undefined };
    }
    case 'unknown-strategy':
      return { text: texts.unknownStrategy, applies: undefined };
    case 'unknown-host':
      return { text: texts.unknownHost, applies: undefined };
    case 'disabled':
      return { text: texts.disabled, applies: false };
    default:
      return { text: kind, applies: undefined };
  }
}
