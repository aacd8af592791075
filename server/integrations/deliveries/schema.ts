import { type Static, Type } from 'typebox';
import { DateTime, Nullable } from '../../platform/http/schema.ts';

export const Delivery = Type.Object(
  {
    id: Type.Integer(),
    cause: Type.Union([Type.Literal('event'), Type.Literal('replay'), Type.Literal('test')], {
      description: 'Why it was sent',
    }),
    firstEventId: Nullable(Type.Integer({ description: 'The events sent; null for a test' })),
    lastEventId: Nullable(Type.Integer()),
    attemptedAt: DateTime,
    durationMs: Type.Integer(),
    delivered: Type.Boolean({ description: 'Otherwise it is retried, unless it is a test' }),
    status: Nullable(Type.Integer({ description: 'Status of the response; null without one' })),
    error: Nullable(Type.String()),
    response: Type.String({ description: 'The first kilobyte of the response' }),
  },
  { $id: 'IntegrationDelivery' },
);
export type Delivery = Static<typeof Delivery>;

export const Deliveries = Type.Object({
  deliveries: Type.Array(Type.Unsafe<Delivery>({ $ref: 'IntegrationDelivery#' }), {
    description: 'Newest first; the newest 200 are stored',
  }),
});

export const DeliveryQuery = Type.Object({
  limit: Type.Optional(Type.String({ description: 'Default 50, at most 200', examples: ['50'] })),
});
