import { badData } from '../errors.ts';
import type { StrategyVariant, Variant } from './schema.ts';

/** All weights of a set of variants add up to this, once one of them is variable. */
export const weightTotal = 1000;

/**
 * The variants with their weights settled: fixed ones as given, variable ones sharing what is left
 * evenly, the remainder going to the first; or why there is no such set.
 */
export function balanceWeights<V extends Variant | StrategyVariant>(
  variants: readonly V[],
  path: string,
): V[] {
  if (variants.length === 0) return [];
  assertUniqueNames(variants, path);
  for (const [index, variant] of variants.entries()) assertVariant(variant, `${path}/${index}`);

  const variable = variants.filter(({ weightType }) => weightType !== 'fix');
  if (variable.length === 0) throw badData('at least one variant must be variable', path);
  const fixed = variants
    .filter(({ weightType }) => weightType === 'fix')
    .reduce((sum, { weight }) => sum + weight, 0);
  if (fixed > weightTotal) {
    throw badData(`fixed weights add up to ${fixed}, more than ${weightTotal}`, path);
  }
  const share = Math.floor((weightTotal - fixed) / variable.length);
  const remainder = (weightTotal - fixed) % variable.length;
  return variants.map((variant) => {
    if (variant.weightType === 'fix') return variant;
    return { ...variant, weight: share + (variable.indexOf(variant) < remainder ? 1 : 0) };
  });
}

function assertUniqueNames(variants: readonly { name: string }[], path: string): void {
  const names = new Set<string>();
  for (const [index, { name }] of variants.entries()) {
    if (names.has(name)) throw badData(`variant ${name} is there twice`, `${path}/${index}/name`);
    names.add(name);
  }
}

function assertVariant({ name, weight, payload }: Variant | StrategyVariant, path: string): void {
  if (encodeURIComponent(name) !== name) {
    throw badData(`variant name ${name} is not URL-friendly`, `${path}/name`);
  }
  if (!Number.isInteger(weight)) throw badData('weight must be a whole number', `${path}/weight`);
  if (payload?.type === 'json' && !isJson(payload.value)) {
    throw badData('a json payload must be valid JSON', `${path}/payload/value`);
  }
  if (payload?.type === 'number' && !isNumber(payload.value)) {
    throw badData('a number payload must be a number', `${path}/payload/value`);
  }
}

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
