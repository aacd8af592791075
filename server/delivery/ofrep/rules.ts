import type { SdkToken } from '../../platform/caller.ts';
import { badData } from '../../platform/errors.ts';
import { evaluateFlag, type FlagOutcome, type FlagReason } from '../evaluation/evaluate.ts';
import type { Context, EvaluationOptions, Payload } from '../evaluation/model.ts';
import { contextOf, lookupIn } from '../frontend/rules.ts';
import { type EnvironmentState, selectsProject } from '../sdk/rules.ts';
import type { ClientFeature } from '../sdk/schema.ts';
import type { Evaluation } from './schema.ts';

/** The reason of a value, in the terms of OpenFeature. */
const reasons: Record<FlagReason, string> = {
  'strategy-applies': 'TARGETING_MATCH',
  'no-strategies': 'STATIC',
  'no-strategy-applies': 'DEFAULT',
  'unsatisfied-dependency': 'DEFAULT',
  'switched-off': 'DISABLED',
  'unknown-flag': 'ERROR',
};

/** Numbers and booleans become text; the targeting key is the user id. */
export function contextFrom(given: Readonly<Record<string, unknown>>): Context {
  const { targetingKey, ...rest } = given;
  const users = targetingKey === undefined ? {} : { userId: targetingKey };
  const members = Object.entries({ ...users, ...rest }).map(([key, value]) => [key, asText(value)]);
  const context = contextOf(Object.fromEntries(members));
  const { currentTime } = context;
  if (currentTime !== undefined && Number.isNaN(Date.parse(String(currentTime)))) {
    throw badData('"currentTime" must be a date and time.', '/body/context/currentTime');
  }
  return context;
}

const asText = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;

/** Every flag of the token, by name. */
export const evaluateAll = (
  state: EnvironmentState,
  token: SdkToken,
  context: Context,
  options: EvaluationOptions,
): Evaluation[] =>
  [...state.flags.values()]
    .filter(({ feature }) => selectsProject(token, feature.project))
    .map(({ feature }) => evaluate(state, token, { feature, context, options }));

/** Undefined if the flag does not exist or is outside the scope of the token. */
export function evaluateOne(
  state: EnvironmentState,
  token: SdkToken,
  { key, context, options }: { key: string; context: Context; options: EvaluationOptions },
): Evaluation | undefined {
  const feature = state.flags.get(key)?.feature;
  if (!feature || !selectsProject(token, feature.project)) return undefined;
  return evaluate(state, token, { feature, context, options });
}

type Inputs = { feature: ClientFeature; context: Context; options: EvaluationOptions };

function evaluate(
  state: EnvironmentState,
  token: SdkToken,
  { feature, context, options }: Inputs,
): Evaluation {
  const key = feature.name;
  const outcome = evaluateFlag(lookupIn(state, token), key, context, options);
  const result = { key, reason: reasons[outcome.reason] };
  if (!outcome.enabled) return hasPayloads(feature) ? result : { ...result, value: false };
  if (!outcome.variant.enabled) return { ...result, value: true };
  return {
    ...result,
    variant: outcome.variant.name,
    ...valueFrom(key, outcome.variant),
  } as Evaluation;
}

function valueFrom(key: string, { payload }: FlagOutcome['variant']) {
  if (payload === undefined) return { value: true };
  try {
    return { value: payloadValue(payload) };
  } catch {
    const errorDetails = `The payload of the variant is not valid ${payload.type}`;
    return { key, errorCode: 'PARSE_ERROR', errorDetails };
  }
}

function payloadValue({ type, value }: Payload): unknown {
  if (type === 'json') return JSON.parse(value);
  if (type !== 'number') return value;
  if (value.trim() === '' || !Number.isFinite(Number(value))) throw new Error('not a number');
  return Number(value);
}

/** The value of a disabled flag with payloads is the default in the calling code. */
const hasPayloads = ({ variants, strategies }: ClientFeature) =>
  variants.some(({ payload }) => payload) ||
  strategies.some((strategy) => strategy.variants.some(({ payload }) => payload));

/** The members that the protocol adds to an error. */
export function failureMembers(status: number, message: string, key: string | undefined) {
  const errorCode =
    status === 404 ? 'FLAG_NOT_FOUND' : status === 400 ? 'INVALID_CONTEXT' : 'GENERAL';
  return { ...(key === undefined ? {} : { key }), errorCode, errorDetails: message };
}
