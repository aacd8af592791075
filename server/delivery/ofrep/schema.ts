import { type Static, Type } from 'typebox';

/** The OpenFeature Remote Evaluation Protocol, whose names these are. */

const Context = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'targetingKey is the userId unless there is one; unknown members are properties',
});

/** Open, for the protocol may grow. */
export const EvaluationRequest = Type.Object(
  { context: Type.Optional(Context) },
  { additionalProperties: true },
);

export const EvaluationParams = Type.Object({ key: Type.String({ maxLength: 100 }) });

const Success = Type.Object({
  key: Type.String(),
  value: Type.Optional(
    Type.Unknown({
      description:
        'true or false; the payload of the variant where there is one; absent when the flag has ' +
        'payloads and is off: the default in the code',
    }),
  ),
  reason: Type.String({ examples: ['TARGETING_MATCH', 'STATIC', 'DEFAULT', 'DISABLED'] }),
  variant: Type.Optional(Type.String()),
});

const Failure = Type.Object({
  key: Type.String(),
  errorCode: Type.String({ examples: ['PARSE_ERROR'] }),
  errorDetails: Type.String(),
});

export const Evaluation = Type.Union([Success, Failure], { $id: 'OfrepEvaluation' });
export type Evaluation = Static<typeof Success> | Static<typeof Failure>;

export const BulkEvaluation = Type.Object(
  { flags: Type.Array(Type.Union([Success, Failure])) },
  { $id: 'OfrepBulkEvaluation' },
);
export type BulkEvaluation = { flags: Evaluation[] };
