import { type Static, Type } from 'typebox';
import { PlannedChange } from '../../approvals/reconciliation/schema.ts';
import { DateTime, ref } from '../../platform/http/schema.ts';

export const ComparedVersion = Type.Object({
  eventId: Type.Integer({ description: 'The event that left the version' }),
  createdAt: DateTime,
  project: Type.String(),
});
export type ComparedVersion = Static<typeof ComparedVersion>;

const moment = 'An RFC 3339 time, or the id of an event';

export const ComparisonQuery = Type.Object({
  from: Type.String({ maxLength: 100, description: moment }),
  to: Type.Optional(Type.String({ maxLength: 100, description: `${moment}. Default: now` })),
});
export type ComparisonQuery = Static<typeof ComparisonQuery>;

export const Comparison = Type.Object({
  from: Type.Union([ComparedVersion, Type.Null()], {
    description: 'Null if the flag did not exist yet',
  }),
  to: ComparedVersion,
  changes: Type.Array(ref(PlannedChange), {
    description: 'What turns the first version into the second; empty if they are the same',
  }),
});
export type Comparison = Static<typeof Comparison>;
