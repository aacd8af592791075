import { type Static, Type } from 'typebox';

/** Names are those of the OpenFeature Remote Evaluation Protocol. */

const Context = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'targetingKey is the default of userId; unknown members are properties',
});

export const EvaluationRequest = Type.Object(
  { context: Type.Optional(Context) },
  { additionalProperties: false },
);

/** What a notification of a stream contained. */
export const BulkQuery = Type.Object({
  flagConfigEtag: Type.Optional(
    Type.String({ maxLength: 100, description: 'The evaluation is of this revision or newer' }),
  ),
  flagConfigLastModified: Type.Optional(Type.String({ maxLength: 100 })),
});

export const StreamQuery = Type.Object({
  token: Type.Optional(
    Type.String({ maxLength: 500, description: 'Instead of the authorization header' }),
  ),
});

export const FlagKey = Type.String({ maxLength: 100 });

const Success = Type.Object({
  key: Type.String(),
  value: Type.Optional(
    Type.Unknown({
      description:
        'true or false, or the payload of the variant; absent if the flag has payloads and is ' +
        'disabled: the caller uses its default',
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

const EventStream = Type.Object({
  type: Type.Literal('sse'),
  endpoint: Type.Object({
    requestUri: Type.String({ description: 'With the token, because browsers send no headers' }),
  }),
});
export type EventStream = Static<typeof EventStream>;

export const BulkEvaluation = Type.Object(
  {
    flags: Type.Array(Type.Union([Success, Failure])),
    eventStreams: Type.Optional(
      Type.Array(EventStream, { description: 'Notifications of changes, for frontend tokens' }),
    ),
  },
  { $id: 'OfrepBulkEvaluation' },
);
export type BulkEvaluation = { flags: Evaluation[]; eventStreams?: EventStream[] };
