import { badData } from '../../platform/errors.ts';
import { assertUrlFriendly } from '../flags/rules.ts';
import { isDecimal } from './constraints.ts';
import type { StrategyVariant, Variant } from './schema.ts';

/** The sum of the weights of all variants. */
export const weightTotal = 1000;

/**
 * Fixed weights are unchanged; variable ones share the rest evenly, and the first ones get the
 * remainder.
 */
export function balanceWeights<V extends Variant | StrategyVariant>(
  variants: readonly V[],
  path: string,
): V[] {
  if (variants.length === 0) return [];
  assertUniqueNames(variants, path);
  for (const [index, variant] of variants.entries()) assertVariant(variant, `${path}/${index}`);

  const variable = variants.filter(({ weightType }) => weightType !== 'fix');
  if (variable.length === 0) throw badData('At least one variant must be variable.', path);
  const fixed = variants
    .filter(({ weightType }) => weightType === 'fix')
    .reduce((sum, { weight }) => sum + weight, 0);
  if (fixed > weightTotal) {
    throw badData(`Fixed weights add up to ${fixed}, more than ${weightTotal}.`, path);
  }
  const share = Math.floor((weightTotal - fixed) / variable.length);
  const remainder = (weightTotal - fixed) % variable.length;
  let seen = 0;
  return variants.map((variant) => {
    if (variant.weightType === 'fix') return variant;
    seen += 1;
    return { ...variant, weight: share + (seen <= remainder ? 1 : 0) };
  });
}

function assertUniqueNames(variants: readonly { name: string }[], path: string): void {
  const names = new Set<string>();
  for (const [index, { name }] of variants.entries()) {
    if (names.has(name)) throw badData(`Variant "${name}" is repeated.`, `${path}/${index}/name`);
    names.add(name);
  }
}

function assertVariant({ name, weight, payload }: Variant | StrategyVariant, path: string): void {
  assertUrlFriendly(name, `${path}/name`);
  if (!Number.isInteger(weight) || weight < 0 || weight > weightTotal) {
    throw badData(`A weight must be a whole number from 0 to ${weightTotal}.`, `${path}/weight`);
  }
  if (payload?.type === 'json' && !isJson(payload.value)) {
    throw badData('A JSON payload must be valid JSON.', `${path}/payload/value`);
  }
  if (payload?.type === 'number' && !isDecimal(payload.value.trim())) {
    throw badData('A number payload must be a number.', `${path}/payload/value`);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
