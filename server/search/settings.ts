import { badQuery, type Term } from '../platform/query-language/syntax.ts';
import { plainValue } from '../platform/query-language/values.ts';
import type { Criterion, SettingTest } from './criteria.ts';

/** Terms about strategies and variants, in any environment or in one. */
export const settingKeys = ['strategy', 'rollout', 'context', 'variant', 'payload'] as const;

/** `constraint.userId:42`: a constraint of this field with this value. */
const constraintKey = /^constraint\../;

/** Undefined if the term is about something else. */
export function settingMeaning(term: Term, environment: string | undefined): Criterion | undefined {
  const { key } = term;
  if (key === 'rollout') return { on: 'setting', environment, settings: rolloutsOf(term) };
  if (!settingKeys.some((known) => known === key) && !constraintKey.test(key)) return undefined;
  return { on: 'setting', environment, settings: [{ kind: key, value: plainValue(term) }] };
}

/**
 * A strategy with less than this rollout is in a flag whose smallest rollout is less. Whole tens are
 * one setting, as they are stored.
 */
function rolloutsOf({ operator, value, valueAt }: Term): SettingTest['settings'] {
  const limit = Number(value.text);
  if (value.prefix || !/^\d{1,3}$/.test(value.text) || limit > 100) {
    throw badQuery('"rollout:" takes a percentage from 0 to 100, as in rollout:<100', valueAt);
  }
  if (operator === '') return [{ kind: 'rollout', value: String(limit) }];
  const end = operator.endsWith('=') ? limit : limit + (operator === '<' ? -1 : 1);
  return operator.startsWith('<')
    ? percentagesIn('rollout-min', 0, end)
    : percentagesIn('rollout-max', end, 100);
}

/** Both ends are included. */
function percentagesIn(kind: string, first: number, last: number): SettingTest['settings'] {
  const tens = Array.from({ length: 11 }, (_, ten) => ten);
  return tens.flatMap((ten) => {
    const [start, end] = [10 * ten, Math.min(10 * ten + 9, 100)];
    if (first <= start && end <= last) return [{ kind: `${kind}-tens`, value: String(ten) }];
    return Array.from({ length: end - start + 1 }, (_, unit) => start + unit)
      .filter((percentage) => first <= percentage && percentage <= last)
      .map((percentage) => ({ kind, value: String(percentage) }));
  });
}

/** Whether `setting_counts` has them: the same rule as in the SQL function flag_setting. */
export const isCounted = ({ settings }: SettingTest) =>
  settings.every(({ kind }) => kind !== 'payload' && !constraintKey.test(kind));
