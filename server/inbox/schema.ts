import { type Static, Type } from 'typebox';
import { Person } from '../approvals/change-requests/schema.ts';
import { DateTime, Nullable, ref } from '../platform/http/schema.ts';

export const itemKinds = [
  'review',
  'mention',
  'decision',
  'schedule',
  'integration',
  'stale',
] as const;
export type ItemKind = (typeof itemKinds)[number];

const decisions = ['approved', 'applied', 'rejected', 'cancelled'] as const;
const statuses = [...decisions, 'failed', 'suspended', 'stale', 'potentially-stale'] as const;

export const InboxItem = Type.Object(
  {
    id: Type.String({ description: 'Unique in the inbox' }),
    kind: Type.Unsafe<ItemKind>({ type: 'string', enum: [...itemKinds] }),
    createdAt: DateTime,
    read: Type.Boolean(),
    title: Type.String({ description: 'Of the change request, the integration or the flag' }),
    project: Nullable(Type.String({ description: 'Null for an integration of the installation' })),
    environment: Type.Optional(Type.String({ description: 'Of the change request' })),
    changeRequestId: Type.Optional(Type.Integer()),
    featureName: Type.Optional(Type.String()),
    integrationId: Type.Optional(Type.Integer()),
    text: Type.Optional(
      Type.String({ description: 'The comment, or why the schedule failed or was suspended' }),
    ),
    status: Type.Optional(
      Type.Unsafe<(typeof statuses)[number]>({
        type: 'string',
        enum: [...statuses],
        description: 'What happened to the request, the schedule or the flag',
      }),
    ),
    createdBy: Type.Optional(
      Type.Object(Person.properties, {
        description:
          'The author of the request or the comment, or who decided or marked the flag as stale',
      }),
    ),
  },
  { $id: 'InboxItem' },
);
export type InboxItem = Static<typeof InboxItem>;

export const Inbox = Type.Object({
  items: Type.Array(ref(InboxItem), {
    description: 'Newest first, at most 50 of each kind',
  }),
  unread: Type.Integer({ description: 'The number of items that are not marked as read' }),
  position: Nullable(
    Type.String({ ...DateTime, description: 'Marks all of these items as read; null without any' }),
  ),
});
export type Inbox = Static<typeof Inbox>;

export const ReadPosition = Type.Object(
  {
    position: Type.String({
      ...DateTime,
      description: 'Items up to this time are read; a time in the future is the present',
    }),
  },
  { additionalProperties: false },
);
