import { rolloutOf, stickinessOf } from './labels.ts';
import type { Described } from './sentence.ts';

/** Certainly, whatever the context: without the field that it is sticky on, a rollout is off. */
function isForAll({ name, disabled, parameters = {}, ...strategy }: Described): boolean {
  const { segments = [], constraints = [], variants = [] } = strategy;
  if (disabled || segments.length + constraints.length + variants.length > 0) return false;
  if (name === 'default') return true;
  return (
    name === 'flexibleRollout' &&
    rolloutOf(parameters) === 100 &&
    ['default', 'random'].includes(stickinessOf(parameters))
  );
}

/** The other strategies of the environment, by position. */
export type Others = { before: readonly Described[]; after: readonly Described[] };

/** Whether another strategy decides for all users. The first one that matches chooses the variant. */
export function isWithoutEffect(strategy: Described, { before, after }: Others): boolean {
  if (strategy.disabled) return false;
  if (before.some(isForAll)) return true;
  const { variants = [] } = strategy;
  return variants.length === 0 && !isForAll(strategy) && after.some(isForAll);
}
