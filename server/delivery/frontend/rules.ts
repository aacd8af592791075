import type { SdkToken } from '../../platform/caller.ts';
import { evaluateFound } from '../evaluation/evaluate.ts';
import type { Context, EvaluationOptions, Lookup } from '../evaluation/model.ts';
import { noVariant, type ShownVariant } from '../evaluation/variants.ts';
import { type EnvironmentState, selectsProject } from '../sdk/rules.ts';
import type { ClientFeature } from '../sdk/schema.ts';

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

/** The flags of the token that are enabled, by name, as JSON text of `FrontendFeatures`. */
export function enabledAsText(
  state: EnvironmentState,
  token: SdkToken,
  context: Context,
  options: EvaluationOptions,
): string {
  const lookup = lookupIn(state, token);
  const toggles: string[] = [];
  for (const { feature } of state.flags.values()) {
    if (!feature.enabled || !selectsProject(token, feature.project)) continue;
    const { enabled, variant } = evaluateFound(feature, lookup, context, options);
    if (enabled) toggles.push(toggleAsText(feature, variant));
  }
  return `{"toggles":[${toggles.join(',')}]}`;
}

const withoutVariant = new WeakMap<ClientFeature, string>();

/** Most flags show no variant, and their text never changes. */
function toggleAsText(feature: ClientFeature, variant: ShownVariant): string {
  if (variant !== noVariant) return toggleText(feature, variant);
  const cached = withoutVariant.get(feature);
  if (cached !== undefined) return cached;
  const text = toggleText(feature, variant);
  withoutVariant.set(feature, text);
  return text;
}

const toggleText = ({ name, impressionData }: ClientFeature, variant: ShownVariant): string =>
  JSON.stringify({ name, enabled: true, variant: shownVariant(variant), impressionData });

/** Called by pages of other origins. */
export const pathsOfPages = (baseUriPath: string) =>
  ['/api/frontend', '/api/frontend/*', '/ofrep/*'].map((path) => baseUriPath + path);

const shownVariant = ({ name, enabled, payload }: ShownVariant) =>
  payload === undefined
    ? { name, enabled, feature_enabled: true, featureEnabled: true }
    : { name, enabled, payload, feature_enabled: true, featureEnabled: true };

/** A parent outside the scope of the token is missing, as for an SDK. */
export const lookupIn = (state: EnvironmentState, token: SdkToken): Lookup => ({
  flag: (name) => {
    const feature = state.flags.get(name)?.feature;
    return feature && selectsProject(token, feature.project) ? feature : undefined;
  },
  segment: (id) => state.segments.get(id),
});
