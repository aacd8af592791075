import { type Static, Type } from 'typebox';

const Anything = (description: string) => Type.Optional(Type.Unsafe<unknown>({ description }));

const Difference = Type.Object({
  path: Type.String({ description: 'Where, as JSON Pointer, such as /strategies/<id>/title' }),
  before: Anything('Left out where there is nothing before'),
  after: Anything('Left out where there is nothing after'),
});

const Obstacle = Type.Object({
  conflict: Type.String(),
  conflicts: Type.Optional(
    Type.Array(
      Type.Object({
        path: Type.String(),
        base: Anything('When the change was recorded'),
        current: Anything('Now'),
        proposed: Anything('As the change wants it'),
      }),
    ),
  ),
});

export const Preview = Type.Object({
  applicable: Type.Boolean({ description: 'Whether applying it now would succeed' }),
  reason: Type.Optional(Type.String({ description: 'Why it would not' })),
  conflicts: Type.Array(Obstacle),
  features: Type.Array(
    Type.Object({
      name: Type.String(),
      environment: Type.String(),
      differences: Type.Array(Difference),
    }),
  ),
  segments: Type.Array(
    Type.Object({ id: Type.Integer(), name: Type.String(), differences: Type.Array(Difference) }),
  ),
});
export type Preview = Static<typeof Preview>;
