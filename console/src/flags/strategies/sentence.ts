import type { Constraint } from '../../../../server/flags/strategies/schema.ts';
import { formatNumber } from '../../language.ts';
import { texts } from '../texts.ts';
import {
  constraintValues,
  itemsOf,
  listParameters,
  operatorKinds,
  operatorLabel,
  rolloutOf,
  shortList,
  stickinessLabel,
  stickinessOf,
} from './labels.ts';

const { sentence, share } = texts.strategies;

export type Described = {
  name: string;
  disabled?: boolean | null | undefined;
  segments?: readonly number[] | undefined;
  constraints?: readonly Constraint[] | undefined;
  variants?: readonly { name: string; weight: number }[] | undefined;
  parameters?: Record<string, unknown> | undefined;
};

type Names = { type: string; segment: (id: number) => string };

const shownMax = 5;

/** What the strategy does: `On for 25% of users whose country is one of DE, AT. Sticky on userId.` */
export function sentenceOf(strategy: Described, names: Names): string {
  const audience = audienceIn(strategy, names.type);
  const sentences =
    audience === undefined
      ? [sentence.nobody]
      : [
          sentence.on(audience, conditionsOf(strategy, names)),
          ...consistencyOf(strategy),
          ...variantsOf(strategy),
        ];
  return [...sentences, ...(strategy.disabled ? [sentence.disabled] : [])].join(' ');
}

/** Undefined where nobody gets the flag. */
function audienceIn({ name, parameters = {} }: Described, title: string): string | undefined {
  if (name === 'default') return sentence.all;
  if (name === 'flexibleRollout') {
    const percent = rolloutOf(parameters);
    if (percent === 0) return undefined;
    return percent === 100 ? sentence.all : sentence.share(percent);
  }
  const parameter = listParameters[name];
  if (parameter === undefined) return sentence.custom(title);
  const items = itemsOf(parameters[parameter]);
  return items.length === 0 ? undefined : sentence[parameter](shortList(items, shownMax));
}

/** A constraint without a field cannot be described yet. */
function conditionsOf({ segments = [], constraints = [] }: Described, names: Names): string[] {
  return [
    ...constraints
      .filter(hasField)
      .map((each) => sentence.condition(each.contextName, comparisonOf(each))),
    ...segments.map((id) => sentence.inSegment(names.segment(id))),
  ];
}

const hasField = ({ contextName }: Constraint) => contextName !== '';

function comparisonOf(constraint: Constraint): string {
  const values = constraintValues(constraint).filter((value) => value !== '');
  const [only] = values;
  if (only !== undefined && values.length === 1 && operatorKinds[constraint.operator] === 'list') {
    const excluded = (constraint.operator === 'NOT_IN') !== (constraint.inverted === true);
    return excluded ? sentence.isNot(only) : sentence.is(only);
  }
  const list = values.length === 0 ? sentence.noValue : shortList(values, shownMax);
  return `${operatorLabel(constraint)} ${list}`;
}

/** Whether the same user gets the same result; only if not all users do. */
function consistencyOf({ name, parameters = {} }: Described): string[] {
  if (name !== 'flexibleRollout' || rolloutOf(parameters) === 100) return [];
  const stickiness = stickinessOf(parameters);
  if (stickiness === 'random') return [sentence.atRandom];
  return [sentence.sticky(stickinessLabel(stickiness))];
}

function variantsOf({ variants = [] }: Described): string[] {
  const shown = variants.map(({ name, weight }) => `${name} ${formatNumber(weight / 10)}%`);
  return shown.length === 0 ? [] : [sentence.variants(shortList(shown, shownMax))];
}

/** The share of traffic that gets the flag; undefined where it is not known. */
export function shareOf(strategy: Described): { percent: number; text: string } | undefined {
  const { name, parameters = {}, constraints = [], segments = [] } = strategy;
  if (name !== 'default' && name !== 'flexibleRollout') return undefined;
  const percent = name === 'default' ? 100 : rolloutOf(parameters);
  const limited = segments.length > 0 || constraints.some(hasField);
  const atRandom = name === 'flexibleRollout' && stickinessOf(parameters) === 'random';
  if (atRandom) {
    return {
      percent,
      text: limited ? share.ofMatchingEvaluations(percent) : share.ofEvaluations(percent),
    };
  }
  return { percent, text: limited ? share.ofMatching(percent) : share.ofAll(percent) };
}
