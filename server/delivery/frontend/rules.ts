import type { SdkToken } from '../../platform/caller.ts';
import { evaluateFlag } from '../evaluation/evaluate.ts';
import type { Context, Lookup, Surroundings } from '../evaluation/model.ts';
import { type EnvironmentState, selectsProject } from '../sdk/rules.ts';
import type { FrontendFeatures } from './schema.ts';

const knownFields = new Set([
  'appName',
  'currentTime',
  'environment',
  'remoteAddress',
  'sessionId',
  'userId',
]);

/** Fields that evaluation knows stay where they are, all others are properties. */
export function contextOf(given: Readonly<Record<string, unknown>>): Context {
  const fields: [string, unknown][] = [];
  const properties: [string, unknown][] = [];
  for (const [key, value] of Object.entries(given)) {
    if (key === 'properties' && typeof value === 'object' && value !== null) {
      properties.push(...Object.entries(value));
    } else if (knownFields.has(key)) {
      fields.push([key, value]);
    } else {
      properties.push([/^properties\[(.+)\]$/s.exec(key)?.[1] ?? key, value]);
    }
  }
  return { ...Object.fromEntries(fields), properties: Object.fromEntries(properties) };
}

/** The flags of the token that are on, by name. */
export function listEnabled(
  state: EnvironmentState,
  token: SdkToken,
  context: Context,
  surroundings: Surroundings,
): FrontendFeatures {
  const lookup = lookupIn(state, token);
  const toggles = [...state.flags.values()].flatMap(({ feature }) => {
    if (!selectsProject(token, feature.project)) return [];
    const { enabled, variant } = evaluateFlag(lookup, feature.name, context, surroundings);
    if (!enabled) return [];
    const { name, impressionData } = feature;
    return [
      {
        name,
        enabled,
        variant: { ...variant, feature_enabled: enabled, featureEnabled: enabled },
        impressionData,
      },
    ];
  });
  return { toggles: toggles.sort((one, other) => (one.name < other.name ? -1 : 1)) } as never;
}

/** A parent that the token does not reach is as absent as it is for an SDK. */
export const lookupIn = (state: EnvironmentState, token: SdkToken): Lookup => ({
  flag: (name) => {
    const feature = state.flags.get(name)?.feature;
    return feature && selectsProject(token, feature.project) ? feature : undefined;
  },
  segment: (id) => state.segments.get(id),
});
