import { Type } from 'typebox';
import { DateTime, Nullable } from '../../platform/http/schema.ts';

export const HealthInsight = Type.Object({
  health: Type.Integer({ description: 'Now, 0 to 100' }),
  totalFlags: Type.Integer(),
  days: Type.Array(
    Type.Object({
      day: Type.String({ format: 'date', description: 'As it stood at its end, UTC' }),
      health: Type.Integer(),
      totalFlags: Type.Integer(),
      staleFlags: Type.Integer(),
      potentiallyStaleFlags: Type.Integer(),
    }),
    { description: 'Up to eight weeks, the oldest first; the last one is today so far' },
  ),
  costs: Type.Array(
    Type.Object({
      featureName: Type.String(),
      type: Type.String(),
      points: Type.Number({ description: 'Together they are 100 minus health' }),
      since: Nullable(DateTime),
      reason: Type.String({ description: 'Such as: outlived its 40 days on 2026-03-01' }),
    }),
    { description: 'Flags marked stale first, then by age' },
  ),
});
