import type { SdkToken } from '../../platform/caller.ts';
import { evaluateFlag } from '../evaluation/evaluate.ts';
import type { Context, EvaluationOptions, Lookup } from '../evaluation/model.ts';
import { type EnvironmentState, selectsProject } from '../sdk/rules.ts';
import type { FrontendFeatures } from './schema.ts';

const builtInFields = new Set([
  'appName',
  'currentTime',
  'environment',
  'remoteAddress',
  'sessionId',
  'userId',
]);

/** Fields that are not built in become properties. */
export function contextOf(given: Readonly<Record<string, unknown>>): Context {
  const fields: [string, unknown][] = [];
  const properties: [string, unknown][] = [];
  for (const [key, value] of Object.entries(given)) {
    if (key === 'properties' && typeof value === 'object' && value !== null) {
      properties.push(...Object.entries(value));
    } else if (builtInFields.has(key)) {
      fields.push([key, value]);
    } else {
      properties.push([/^properties\[(.+)\]$/s.exec(key)?.[1] ?? key, value]);
    }
  }
  return { ...Object.fromEntries(fields), properties: Object.fromEntries(properties) };
}

/** The flags of the token that are enabled, by name. */
export function listEnabled(
  state: EnvironmentState,
  token: SdkToken,
  context: Context,
  options: EvaluationOptions,
): FrontendFeatures {
  const lookup = lookupIn(state, token);
  const toggles = [...state.flags.values()].flatMap(({ feature }) => {
    if (!feature.enabled || !selectsProject(token, feature.project)) return [];
    const { name, impressionData } = feature;
    const { enabled, variant } = evaluateFlag(lookup, name, context, options);
    if (!enabled) return [];
    const shown = { ...variant, feature_enabled: enabled, featureEnabled: enabled };
    return [{ name, enabled, variant: shown, impressionData }];
  });
  return { toggles };
}

/** A parent outside the scope of the token is missing, as for an SDK. */
export const lookupIn = (state: EnvironmentState, token: SdkToken): Lookup => ({
  flag: (name) => {
    const feature = state.flags.get(name)?.feature;
    return feature && selectsProject(token, feature.project) ? feature : undefined;
  },
  segment: (id) => state.segments.get(id),
});
