import type { SdkToken } from '../../platform/caller.ts';
import { badData } from '../../platform/errors.ts';
import { evaluateFlag, type FlagOutcome, type FlagReason } from '../evaluation/evaluate.ts';
import type { Context, Payload, Surroundings } from '../evaluation/model.ts';
import { contextOf, lookupIn } from '../frontend/rules.ts';
import { type EnvironmentState, selectsProject } from '../sdk/rules.ts';
import type { ClientFeature } from '../sdk/schema.ts';
import type { Evaluation } from './schema.ts';

/** Why a value is what it is, in the words of OpenFeature. */
const reasons: Record<FlagReason, string> = {
  'strategy-applies': 'TARGETING_MATCH',
  'no-strategies': 'STATIC',
  'no-strategy-applies': 'DEFAULT',
  'unsatisfied-dependency': 'DEFAULT',
  'switched-off': 'DISABLED',
  'unknown-flag': 'ERROR',
};

/** Numbers and truth values of the application are text in ours; the targeting key is the user. */
export function contextFrom(given: Readonly<Record<string, unknown>>): Context {
  const { targetingKey, ...rest } = given;
  const users = targetingKey === undefined ? {} : { userId: targetingKey };
  const members = Object.entries({ ...users, ...rest }).map(([key, value]) => [key, asText(value)]);
  const context = contextOf(Object.fromEntries(members));
  const { currentTime } = context;
  if (currentTime !== undefined && Number.isNaN(Date.parse(String(currentTime)))) {
    throw badData('currentTime is no moment in time', '/body/context/currentTime');
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
  surroundings: Surroundings,
): Evaluation[] =>
  state.ordered
    .filter(({ feature }) => selectsProject(token, feature.project))
    .map(({ feature }) => evaluate(state, token, { feature, context, surroundings }));

/** One flag; undefined when the token does not reach any of that name. */
export function evaluateOne(
  state: EnvironmentState,
  token: SdkToken,
  { key, context, surroundings }: { key: string; context: Context; surroundings: Surroundings },
): Evaluation | undefined {
  const feature = state.flags.get(key)?.feature;
  if (!feature || !selectsProject(token, feature.project)) return undefined;
  return evaluate(state, token, { feature, context, surroundings });
}

type Question = { feature: ClientFeature; context: Context; surroundings: Surroundings };

function evaluate(
  state: EnvironmentState,
  token: SdkToken,
  { feature, context, surroundings }: Question,
): Evaluation {
  const key = feature.name;
  const outcome = evaluateFlag(lookupIn(state, token), key, context, surroundings);
  const told = { key, reason: reasons[outcome.reason] };
  if (!outcome.enabled) return hasPayloads(feature) ? told : { ...told, value: false };
  if (!outcome.variant.enabled) return { ...told, value: true };
  return {
    ...told,
    variant: outcome.variant.name,
    ...shownValue(key, outcome.variant),
  } as Evaluation;
}

function shownValue(key: string, { payload }: FlagOutcome['variant']) {
  if (payload === undefined) return { value: true };
  try {
    return { value: payloadValue(payload) };
  } catch {
    const errorDetails = `The payload of the variant is no ${payload.type}`;
    return { key, errorCode: 'PARSE_ERROR', errorDetails };
  }
}

function payloadValue({ type, value }: Payload): unknown {
  if (type === 'json') return JSON.parse(value);
  if (type !== 'number') return value;
  if (value.trim() === '' || !Number.isFinite(Number(value))) throw new Error('no number');
  return Number(value);
}

/** What a flag with payloads is when it is off, only the code that asks can say. */
const hasPayloads = ({ variants, strategies }: ClientFeature) =>
  variants.some(({ payload }) => payload) ||
  strategies.some((strategy) => strategy.variants.some(({ payload }) => payload));

/** What the protocol says beside an error of ours. */
export function failureMembers(status: number, message: string, key: string | undefined) {
  const errorCode =
    status === 404 ? 'FLAG_NOT_FOUND' : status === 400 ? 'INVALID_CONTEXT' : 'GENERAL';
  return { ...(key === undefined ? {} : { key }), errorCode, errorDetails: message };
}
