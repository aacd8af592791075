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
