import { type Static, Type } from 'typebox';

export const variantsMax = 100;

export const NewDependency = Type.Object(
  {
    feature: Type.String({ minLength: 1, maxLength: 100, description: 'The parent' }),
    enabled: Type.Optional(
      Type.Boolean({ default: true, description: 'False: only if the parent is off' }),
    ),
    variants: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        maxItems: variantsMax,
        description: 'Only if the parent has one of these variants',
      }),
    ),
  },
  { additionalProperties: false },
);
export type NewDependency = Static<typeof NewDependency>;

export const Names = Type.Array(Type.String());

export const DependenciesExist = Type.Boolean();
