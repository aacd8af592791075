import { type Static, Type } from 'typebox';
import { DateTime } from '../../platform/http/schema.ts';

const Stage = Type.Union([
  Type.Literal('initial'),
  Type.Literal('pre-live'),
  Type.Literal('live'),
  Type.Literal('completed'),
  Type.Literal('archived'),
]);

export const Stages = Type.Array(
  Type.Object({
    stage: Stage,
    status: Type.Optional(Type.String({ description: 'Only for completed: kept or discarded' })),
    enteredStageAt: DateTime,
  }),
  { description: 'Stages that the flag has entered, oldest first' },
);
export type Stages = Static<typeof Stages>;

export const Completion = Type.Object(
  {
    status: Type.Union([Type.Literal('kept'), Type.Literal('discarded')]),
    statusValue: Type.Optional(
      Type.String({ maxLength: 200, description: 'For example the variant that was kept' }),
    ),
  },
  { additionalProperties: false },
);
export type Completion = Static<typeof Completion>;

export const StageCounts = Type.Object({
  initial: Type.Integer(),
  preLive: Type.Integer(),
  live: Type.Integer(),
  completed: Type.Integer(),
  archived: Type.Integer(),
});
export type StageCounts = Static<typeof StageCounts>;
