import { type Static, Type } from 'typebox';
import { ref } from '../../platform/http/schema.ts';
import { Variant } from '../strategies/schema.ts';

export const VariantList = Type.Array(ref(Variant), { maxItems: 1000 });
export type VariantList = Static<typeof VariantList>;

export const VariantsResponse = Type.Object({
  version: Type.Integer(),
  variants: Type.Array(ref(Variant)),
});

export const VariantsOfEnvironments = Type.Object(
  {
    environments: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      minItems: 1,
      maxItems: 1000,
    }),
    variants: VariantList,
  },
  { additionalProperties: false },
);
export type VariantsOfEnvironments = Static<typeof VariantsOfEnvironments>;
