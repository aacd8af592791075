import { Type } from 'typebox';
import { DateTime, Nullable } from '../../platform/http/schema.ts';

export const HealthInsight = Type.Object({
  health: Type.Integer({ description: 'Current health, 0 to 100' }),
  totalFlags: Type.Integer(),
  days: Type.Array(
    Type.Object({
      day: Type.String({ format: 'date', description: 'Counts at the end of the day, UTC' }),
      health: Type.Integer(),
      totalFlags: Type.Integer(),
      staleFlags: Type.Integer(),
      potentiallyStaleFlags: Type.Integer(),
    }),
    { description: 'Up to eight weeks, oldest first. The last one is today.' },
  ),
  costs: Type.Array(
    Type.Object({
      featureName: Type.String(),
      type: Type.String(),
      points: Type.Number({ description: 'All points add up to 100 minus health' }),
      since: Nullable(DateTime),
      reason: Type.String({
        description: 'For example: past its lifetime of 40 days since 2026-03-01',
      }),
    }),
    { description: 'Flags marked stale first, then by age' },
  ),
  notes: Type.Array(Type.Object({ message: Type.String(), lastAt: DateTime }), {
    description: 'What limits the data, such as usage reports that exceed limits',
  }),
});
