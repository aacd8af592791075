import { type Static, Type } from 'typebox';
import { PlaygroundContext } from '../../delivery/playground/schema.ts';
import { Payload } from '../../flags/strategies/schema.ts';
import { Nullable } from '../../platform/http/schema.ts';
import { ConflictCause } from '../change-requests/schema.ts';

const { appName, ...fields } = PlaygroundContext.properties;

const DryRun = Type.Object(
  {
    contexts: Type.Optional(
      Type.Array(
        Type.Object({ appName: Type.Optional(appName), ...fields }, { additionalProperties: true }),
        {
          minItems: 1,
          maxItems: 100,
          description: 'Default: users, and users that the constraints of each strategy accept',
        },
      ),
    ),
  },
  { additionalProperties: false },
);
export type DryRun = Static<typeof DryRun>;

export const OptionalDryRun = Nullable(DryRun);

const AnyValue = (description: string) => Type.Optional(Type.Unsafe<unknown>({ description }));

const Difference = Type.Object({
  path: Type.String({ description: 'JSON Pointer, such as /strategies/<id>/title' }),
  before: AnyValue('Omitted if there was no value'),
  after: AnyValue('Omitted if there is no value'),
});

const Obstacle = Type.Object({
  conflict: Type.String(),
  conflictCause: ConflictCause,
  conflicts: Type.Optional(
    Type.Array(
      Type.Object({
        path: Type.String(),
        base: AnyValue('The value when the change was recorded'),
        current: AnyValue('The current value'),
        proposed: AnyValue('The value after the change'),
      }),
    ),
  ),
});

const Outcome = Type.Object({
  enabled: Type.Boolean(),
  reason: Type.String({ description: 'As in the playground; unknown-flag once it is archived' }),
  variant: Type.Object({
    name: Type.String(),
    enabled: Type.Boolean(),
    payload: Type.Optional(Payload),
  }),
});

const Effect = Type.Object({
  context: Type.Integer({ minimum: 0, description: 'Index in contexts' }),
  before: Outcome,
  after: Outcome,
});
export type Effect = Static<typeof Effect>;

const Evaluation = Type.Object({
  contexts: Type.Array(Type.Unsafe<object>({ type: 'object', additionalProperties: true }), {
    description: 'The contexts that flags were evaluated with',
  }),
  features: Type.Array(
    Type.Object({
      name: Type.String(),
      project: Type.String(),
      environment: Type.String(),
      results: Type.Array(Effect, { description: 'Only contexts whose result changes' }),
    }),
    { description: 'Every flag and environment where a result changes, visible to the caller' },
  ),
  leftOut: Type.Integer({
    minimum: 0,
    description: 'The number of affected flags that were not evaluated, because there are too many',
  }),
});
export type Evaluation = Static<typeof Evaluation>;

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
  evaluation: Type.Optional(Evaluation),
});
export type Preview = Static<typeof Preview>;
