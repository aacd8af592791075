import { escaped, listing, textOf } from './markdown.ts';
import {
  changed,
  type Data,
  dataOf,
  detail,
  type LoggedEvent,
  listOf,
  memberChanges,
} from './sentences.ts';
import { parameterName, strategyType } from './words.ts';

/** The title of a strategy, or its type in words if it has none. */
export function titleOf({ data, preData }: LoggedEvent): string {
  const [after, before] = [dataOf(data), dataOf(preData)];
  const titles = [before.title, after.title].map(textOf);
  const types = [before.name, after.name].map(strategyType);
  return [...titles, ...types].find((name) => name !== '') ?? '';
}

/** Empty if the event has only one of the two states. */
export function strategyChanges({ data, preData }: LoggedEvent): string {
  const [before, after] = [dataOf(preData), dataOf(data)];
  if (Object.keys(before).length === 0 || Object.keys(after).length === 0) return '';
  return detail([
    ...changed('title', before.title, after.title),
    ...switched(before.disabled === true, after.disabled === true),
    ...parameterChanges(dataOf(before.parameters), dataOf(after.parameters)),
    ...changed('constraints', before.constraints, after.constraints, constraintsText),
    ...changed('segments', before.segments, after.segments, segmentsText),
    ...changed('variants', before.variants, after.variants, variantsText),
    ...changed('position', before.sortOrder, after.sortOrder),
  ]);
}

export function segmentChanges(event: LoggedEvent): string {
  const [before, after] = [dataOf(event.preData), dataOf(event.data)];
  const known = Array.isArray(before.constraints) && Array.isArray(after.constraints);
  return detail([
    ...memberChanges(event),
    ...(known
      ? changed('constraints', before.constraints, after.constraints, constraintsText)
      : []),
  ]);
}

/** `red 25%`: the name and the share of each variant. */
export function variantsText(variants: unknown): string {
  const texts = listOf(variants).map((variant) => {
    const { name, weight, weightType, stickiness, payload } = dataOf(variant);
    const share = typeof weight === 'number' ? ` ${weight / 10}%` : '';
    const fixed = weightType === 'fix' ? ' fixed' : '';
    const value = textOf(dataOf(payload).value);
    const withPayload = value === '' ? '' : ` with payload ${escaped(value)}`;
    const sticky = textOf(stickiness);
    const by = sticky === '' || sticky === 'default' ? '' : ` by ${escaped(sticky)}`;
    return `${escaped(name)}${share}${fixed}${by}${withPayload}`;
  });
  return texts.length === 0 ? '' : listing(texts);
}

const switched = (before: boolean, after: boolean) =>
  before === after ? [] : [after ? 'switched off' : 'switched on'];

/** The usual parameters first, then the others by name. */
function parameterChanges(before: Data, after: Data): string[] {
  const usual = ['rollout', 'stickiness', 'groupId'];
  const others = Object.keys({ ...before, ...after }).filter((name) => !usual.includes(name));
  return [...usual, ...others.sort()].flatMap((name) =>
    changed(
      parameterName(name),
      before[name],
      after[name],
      name === 'rollout' ? percentText : escaped,
    ),
  );
}

function percentText(value: unknown): string {
  const text = escaped(value);
  return text === '' ? '' : `${text}%`;
}

function constraintsText(constraints: unknown): string {
  const texts = listOf(constraints).map((constraint) => constraintText(dataOf(constraint)));
  return texts.length === 0 ? '' : listing(texts);
}

/** How constraints are put into words. */
export const operators: Record<string, string> = {
  IN: 'is one of',
  NOT_IN: 'is none of',
  STR_CONTAINS: 'contains one of',
  STR_STARTS_WITH: 'starts with one of',
  STR_ENDS_WITH: 'ends with one of',
  NUM_EQ: 'equals',
  NUM_GT: 'is more than',
  NUM_GTE: 'is at least',
  NUM_LT: 'is less than',
  NUM_LTE: 'is at most',
  DATE_AFTER: 'is after',
  DATE_BEFORE: 'is before',
  SEMVER_EQ: 'is version',
  SEMVER_GT: 'is newer than version',
  SEMVER_LT: 'is older than version',
};

function constraintText(constraint: Data): string {
  const { contextName, operator, value, values, inverted, caseInsensitive } = constraint;
  const name = textOf(operator);
  const phrase = Object.hasOwn(operators, name) ? operators[name] : escaped(name);
  const operand = listOf(values).length > 0 ? listing(listOf(values).map(escaped)) : escaped(value);
  const not = inverted === true ? 'not: ' : '';
  const anyCase = caseInsensitive === true ? ' in any case' : '';
  return `${not}${escaped(contextName)} ${phrase} ${operand || 'nothing'}${anyCase}`;
}

/** Strategies refer to segments by id; a name is shown if the event contains it. */
function segmentsText(segments: unknown): string {
  const texts = listOf(segments).map((segment) => {
    const { id, name } = dataOf(segment);
    return escaped(name) || escaped(id) || escaped(segment);
  });
  return texts.length === 0 ? '' : listing(texts);
}
