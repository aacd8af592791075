import { type Static, Type } from 'typebox';
import { DateTime, Nullable, ref } from '../../platform/http/schema.ts';

export const states = [
  'Draft',
  'In review',
  'Approved',
  'Applied',
  'Cancelled',
  'Rejected',
  'Scheduled',
] as const;
export type State = (typeof states)[number];

export const actionNames = [
  'updateEnabled',
  'addStrategy',
  'updateStrategy',
  'deleteStrategy',
  'reorderStrategy',
  'patchVariant',
  'archiveFeature',
  'addDependency',
  'deleteDependency',
  'updateSegment',
  'deleteSegment',
] as const;
export type ActionName = (typeof actionNames)[number];

const StateName = Type.Unsafe<State>({ type: 'string', enum: [...states] });
const Action = Type.Unsafe<ActionName>({ type: 'string', enum: [...actionNames] });

const Payload = Type.Unsafe<unknown>({
  description: 'Depends on the action: a string, an object or a list; {} if it has no input',
});

/** A user, who may be deleted: then without a name. */
export const Person = Type.Object({
  id: Type.Integer(),
  username: Nullable(Type.String()),
  name: Nullable(Type.String()),
  imageUrl: Nullable(Type.String({ format: 'uri' })),
});
export type Person = Static<typeof Person>;

const Clash = Type.Object({
  path: Type.String({ description: 'JSON Pointer; empty for the root' }),
  base: Type.Optional(
    Type.Unsafe<unknown>({ description: 'The value when the change was recorded' }),
  ),
  current: Type.Optional(Type.Unsafe<unknown>({ description: 'The current value' })),
  proposed: Type.Optional(Type.Unsafe<unknown>({ description: 'The value after the change' })),
});

export const ConflictCause = Type.Object(
  {
    what: Type.String({ description: 'Such as "flag checkout was archived"' }),
    by: Type.Optional(Type.String({ description: 'The name of the user who did it' })),
    at: Type.Optional(DateTime),
  },
  { description: 'The parts of `conflict`' },
);

const conflicting = {
  conflict: Type.Optional(
    Type.String({
      description:
        'Why it cannot be applied: what was changed that it changes or refers to, by whom and when',
    }),
  ),
  conflictCause: Type.Optional(ConflictCause),
  conflicts: Type.Optional(Type.Array(Clash)),
};

const ScheduleConflicts = Type.Object(
  {
    changeRequests: Type.Array(Type.Object({ id: Type.Integer(), title: Type.String() })),
  },
  { description: 'Scheduled requests that applying this change would suspend' },
);
export type ScheduleConflicts = Static<typeof ScheduleConflicts>;

const change = {
  id: Type.Integer(),
  action: Type.String(),
  payload: Payload,
  ...conflicting,
  scheduleConflicts: Type.Optional(ScheduleConflicts),
  createdBy: Person,
  createdAt: DateTime,
};

export const Change = Type.Object(change, { $id: 'Change' });
export type Change = Static<typeof Change>;

export const SegmentChange = Type.Object(
  { name: Type.String({ description: 'Of the segment' }), ...change },
  { $id: 'SegmentChange' },
);
export type SegmentChange = Static<typeof SegmentChange>;

export const FlagChanges = Type.Object(
  {
    name: Type.String({ description: 'Of the flag' }),
    ...conflicting,
    changes: Type.Array(ref(Change)),
    defaultChange: Type.Optional(
      Type.Object(
        {
          action: Type.String(),
          payload: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
        },
        {
          description:
            'What the server adds, so that no enabled flag is without an active strategy',
        },
      ),
    ),
  },
  { $id: 'FlagChanges' },
);
export type FlagChanges = Static<typeof FlagChanges>;

const reason = { scheduledAt: DateTime, reason: Type.String() };

export const Schedule = Type.Union([
  Type.Object({ status: Type.Literal('pending'), scheduledAt: DateTime }),
  Type.Object({
    status: Type.Literal('failed'),
    ...reason,
    failureReason: Nullable(Type.String({ deprecated: true, description: 'Same as reason' })),
  }),
  Type.Object({ status: Type.Literal('suspended'), ...reason }),
]);
export type Schedule = Static<typeof Schedule>;

const Review = Type.Object({ createdBy: Person, createdAt: DateTime });

export const historyActions = [
  'submitted',
  'approved',
  'rejected',
  'cancelled',
  'scheduled',
  'applied',
  'failed',
  'suspended',
  'unscheduled',
  'change-added',
  'change-edited',
  'change-discarded',
] as const;
export type HistoryAction = (typeof historyActions)[number];

const Proposed = Type.Object({ action: Type.String(), payload: Payload });

const HistoryEntry = Type.Object({
  action: Type.Unsafe<HistoryAction>({ type: 'string', enum: [...historyActions] }),
  createdBy: Nullable(Person),
  createdAt: DateTime,
  comment: Type.Optional(Type.String({ description: 'Of the user who did it' })),
  reason: Type.Optional(Type.String({ description: 'Why its schedule failed or was suspended' })),
  scheduledAt: Type.Optional(
    Type.String({ ...DateTime, description: 'The time of the schedule that was set or applied' }),
  ),
  subjects: Type.Optional(
    Type.Array(Type.String(), {
      description: 'The flag or segment of each change that was added, edited or discarded',
    }),
  ),
  edit: Type.Optional(
    Type.Object(
      { before: Proposed, after: Proposed },
      {
        description:
          'The edited change of a flag, as long as the event log has it; absent where requests ' +
          'are listed',
      },
    ),
  ),
});
export type HistoryEntry = Static<typeof HistoryEntry>;

const Comment = Type.Object({
  id: Type.Integer(),
  text: Type.String(),
  createdBy: Person,
  createdAt: DateTime,
});

export const ChangeRequest = Type.Object(
  {
    id: Type.Integer(),
    title: Type.String(),
    environment: Type.String(),
    minApprovals: Type.Integer({ description: 'Approvals it needs; fixed once it is in review' }),
    project: Type.String(),
    features: Type.Array(ref(FlagChanges)),
    segments: Type.Array(ref(SegmentChange)),
    approvals: Type.Array(Review, {
      description: 'Those that count: by users who may still approve it, until it is closed',
    }),
    rejections: Type.Array(Review),
    comments: Type.Array(Comment),
    requestedReviewers: Type.Array(Person, { description: 'Users requested to review it' }),
    history: Type.Array(HistoryEntry, {
      description:
        'Who submitted, approved, scheduled or closed it, and who changed it since it was ' +
        'submitted, oldest first; createdBy is null for the server and for API tokens',
    }),
    createdBy: Person,
    createdAt: DateTime,
    state: StateName,
    schedule: Type.Optional(Schedule),
  },
  { $id: 'ChangeRequest' },
);
export type ChangeRequest = Static<typeof ChangeRequest>;

/** `ChangeRequest` and the schemas it refers to. */
export const changeRequestSchemas = [Change, SegmentChange, FlagChanges, ChangeRequest];

export const ChangeRequests = Type.Array(ref(ChangeRequest));

export const NewChange = Type.Object(
  {
    feature: Type.Optional(
      Nullable(
        Type.String({ minLength: 1, maxLength: 100, description: 'The flag; null for segments' }),
      ),
    ),
    action: Action,
    payload: Type.Optional(Type.Unsafe<unknown>({ description: 'The body of the direct call' })),
  },
  { additionalProperties: false },
);
export type NewChange = Static<typeof NewChange>;

export const changesMax = 200;

export const NewChanges = Type.Union([
  NewChange,
  Type.Array(NewChange, { minItems: 1, maxItems: changesMax }),
]);

export const NewTitle = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 255 }),
    composed: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether it was composed of the changes: it is then composed again, in English, when they ' +
          'change',
      }),
    ),
  },
  { additionalProperties: false },
);
export type NewTitle = Static<typeof NewTitle>;

const Count = Type.Integer({ minimum: 0 });

export const Total = Type.Object({ total: Count });

export const Counts = Type.Object({
  total: Count,
  applied: Count,
  approved: Count,
  rejected: Count,
  reviewRequired: Count,
  scheduled: Count,
});
export type Counts = Static<typeof Counts>;

const Ids = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: '^IS:[1-9]\\d{0,8}(,[1-9]\\d{0,8}){0,99}$',
      description,
      examples: ['IS:1,2'],
    }),
  );

export const RequestSearch = Type.Object({
  project: Type.Optional(
    Type.String({
      pattern: '^IS:[^,]{1,100}(,[^,]{1,100}){0,99}$',
      description: 'Requests of the projects with these ids',
      examples: ['IS:default,checkout'],
    }),
  ),
  feature: Type.Optional(
    Type.String({
      pattern: '^IS:[^,]{1,100}(,[^,]{1,100}){0,99}$',
      description: 'Requests that change the flags with these names',
      examples: ['IS:dark-mode,new-cart'],
    }),
  ),
  createdBy: Ids('Requests by the users with these ids'),
  requestedApproverId: Ids('Requests that the users with these ids are requested to review'),
  state: Type.Optional(
    Type.String({ pattern: '^IS:(open|closed)$', examples: ['IS:open', 'IS:closed'] }),
  ),
  needsMyReview: Type.Optional(
    Type.Boolean({
      description:
        'true: requests in review that the caller may approve, has not approved, and wrote no ' +
        'part of; false: all others',
    }),
  ),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, default: 50, description: 'At most 1000' })),
});
export type RequestSearch = Static<typeof RequestSearch>;

export const FoundRequests = Type.Object({
  changeRequests: Type.Array(
    Type.Object({
      id: Type.Integer(),
      title: Type.String(),
      project: Type.String(),
      environment: Type.String(),
      features: Type.Array(Type.String()),
      segments: Type.Array(Type.String()),
      state: StateName,
      createdBy: Person,
      createdAt: DateTime,
      schedule: Type.Optional(Schedule),
      needsMyReview: Type.Boolean({ description: 'As the parameter' }),
    }),
  ),
  total: Count,
});
export type FoundRequest = Static<typeof FoundRequests>['changeRequests'][number];
