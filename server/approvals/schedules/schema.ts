import { Type } from 'typebox';
import { Uuid } from '../../platform/http/schema.ts';

const Names = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100 }),
);

export const ScheduledQuery = Type.Object({
  feature: Names,
  strategyId: Type.Optional(Type.Array(Uuid, { maxItems: 100 })),
  variantForFlag: Names,
});

export const ScheduledRequests = Type.Array(
  Type.Object({ id: Type.Integer(), title: Type.String(), environment: Type.String() }),
);
