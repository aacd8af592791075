import { contextValue } from './context.ts';
import { variantBucket } from './hash.ts';
import type { Context, EvaluationOptions, Payload, Variant } from './model.ts';

/** The selected variant; `disabled` means none. */
export type ShownVariant = { name: string; enabled: boolean; payload?: Payload };

export const noVariant: ShownVariant = { name: 'disabled', enabled: false };

type Choice = {
  variants: readonly Variant[];
  groupId: string;
  /** For variants without their own. */
  stickiness?: string | undefined;
};

/** Undefined where all weights are zero. */
export function chooseVariant(
  { variants, groupId, stickiness }: Choice,
  context: Context,
  { random }: Pick<EvaluationOptions, 'random'>,
): ShownVariant | undefined {
  if (variants.length === 0) return undefined;
  const totalWeight = variants.reduce((sum, { weight }) => sum + weight, 0);
  if (totalWeight <= 0) return undefined;
  const chosen =
    variants.find((variant) => isOverridden(variant, context)) ??
    byWeight(variants, () => {
      const seed = seedOf(context, variants[0]?.stickiness || stickiness || 'default', random);
      return variantBucket(groupId, seed, totalWeight);
    });
  return chosen && shown(chosen);
}

const shown = ({ name, payload }: Variant): ShownVariant => ({
  name,
  enabled: true,
  ...(payload === undefined ? {} : { payload }),
});

const isOverridden = ({ overrides = [] }: Variant, context: Context) =>
  overrides.some(({ contextName, values }) => {
    const value = contextValue(context, contextName);
    return value !== undefined && values.includes(value);
  });

/** The first whose weight, added to those before it, reaches the bucket. */
function byWeight(variants: readonly Variant[], bucketOf: () => number): Variant | undefined {
  const bucket = bucketOf();
  let reached = 0;
  return variants.find(({ weight }) => {
    reached += weight;
    return weight > 0 && reached >= bucket;
  });
}

const sticky = ['userId', 'sessionId', 'remoteAddress'];

/** The stickiness value; random if the context has none. */
function seedOf(context: Context, stickiness: string, random: () => number): string {
  const value =
    stickiness === 'default'
      ? sticky.map((name) => context[name]).find((it) => typeof it === 'string' && it !== '')
      : contextValue(context, stickiness);
  return value ? String(value) : String(Math.round(random() * 100_000));
}
