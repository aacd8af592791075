import { type Static, Type } from 'typebox';
import { Nullable } from '../../platform/http/schema.ts';

export const LeadTimesQuery = Type.Object({
  weeks: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 52, default: 13, description: 'The last one ends today' }),
  ),
});

const Hours = (description: string) => Nullable(Type.Number({ description }));

export const ApprovalInsights = Type.Object({
  appliedByWeek: Type.Array(
    Type.Object({
      firstDay: Type.String({ format: 'date', description: 'A day in UTC' }),
      requests: Type.Integer({ minimum: 0, description: 'That were applied' }),
      medianHoursToApprove: Hours('From the first time in review to the last approval'),
      medianHoursToApply: Hours('From the last approval until applied'),
    }),
  ),
});
export type ApprovalInsights = Static<typeof ApprovalInsights>;
