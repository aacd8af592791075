import { isDeepStrictEqual } from 'node:util';
import type { Variant } from '../strategies/schema.ts';
import { balanceWeights } from '../strategies/weights.ts';

/** The variants of a flag in one environment. */
export type EnvironmentVariants = { environment: string; version: number; variants: Variant[] };

/** Sorts by name before balancing weights, so that sending back what was read changes nothing. */
export function normalizeVariants(wanted: readonly Variant[], path: string): Variant[] {
  const complete = wanted.map((variant) => ({
    ...variant,
    weightType: variant.weightType ?? 'variable',
    stickiness: variant.stickiness ?? 'default',
  }));
  // Validated in the order sent, so that the path of an error has the right index.
  balanceWeights(complete, path);
  const sorted = complete.sort(({ name }, other) => (name < other.name ? -1 : 1));
  return balanceWeights(sorted, path);
}

export const isSame = (one: readonly Variant[], other: readonly Variant[]) =>
  isDeepStrictEqual(one, other);

/** The variants of the first environment with variants. */
export const variantsOf = (environments: readonly EnvironmentVariants[]): Variant[] =>
  environments.find(({ variants }) => variants.length > 0)?.variants ?? [];
