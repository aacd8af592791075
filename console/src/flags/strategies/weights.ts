type Weighted = { weight: number; weightType?: 'variable' | 'fix' | undefined };

const weightTotal = 1000;

/** As on the server: fixed weights stay, the others share the rest equally. */
export function balanceWeights<V extends Weighted>(variants: readonly V[]): V[] {
  const fixed = variants.filter(({ weightType }) => weightType === 'fix');
  const free = variants.length - fixed.length;
  const left = Math.max(0, weightTotal - fixed.reduce((sum, { weight }) => sum + weight, 0));
  const share = free === 0 ? 0 : Math.floor(left / free);
  let remainder = free === 0 ? 0 : left % free;
  return variants.map((variant) => {
    if (variant.weightType === 'fix') return variant;
    const extra = remainder > 0 ? 1 : 0;
    remainder -= extra;
    return { ...variant, weight: share + extra };
  });
}

/**
 * Fixes the weight of a variant. One has to be variable: if no other is, the next one becomes it,
 * and a single variant stays as it is.
 */
export function fixWeight<V extends Weighted>(
  variants: readonly V[],
  index: number,
  weight: number,
): V[] {
  if (variants.length < 2) return [...variants];
  const next = (index + 1) % variants.length;
  const free = variants.some(({ weightType }, at) => at !== index && weightType !== 'fix');
  return variants.map((variant, at) => {
    if (at === index) return { ...variant, weight, weightType: 'fix' as const };
    return at === next && !free ? { ...variant, weightType: 'variable' as const } : variant;
  });
}

/**
 * Moves the boundary between a variant and the next one, which both become fixed. The last
 * variable one stays variable, because one has to be; it gets the rest, which is its weight.
 */
export function moveBoundary<V extends Weighted>(
  variants: readonly V[],
  index: number,
  by: number,
): V[] {
  const [left, right] = [variants[index], variants[index + 1]];
  if (left === undefined || right === undefined) return [...variants];
  const moved = Math.max(-left.weight, Math.min(right.weight, by));
  const others = variants.some(
    ({ weightType }, at) => weightType !== 'fix' && at !== index && at !== index + 1,
  );
  const stays = others ? undefined : right.weightType === 'fix' ? left : right;
  const withWeight = (variant: V, weight: number): V => ({
    ...variant,
    weight,
    weightType: variant === stays ? variant.weightType : 'fix',
  });
  return variants.map((variant, at) => {
    if (at === index) return withWeight(variant, left.weight + moved);
    return at === index + 1 ? withWeight(variant, right.weight - moved) : variant;
  });
}
