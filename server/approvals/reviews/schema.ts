import { type Static, Type } from 'typebox';
import { DateTime, Id, Nullable } from '../../platform/http/schema.ts';
import { states } from '../change-requests/schema.ts';

export const NewComment = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 1000 }) },
  { additionalProperties: false },
);

export const NewReviewers = Type.Object(
  { reviewers: Type.Array(Id, { maxItems: 100, description: 'Ids of users; replaces the list' }) },
  { additionalProperties: false },
);

export const Reviewers = Type.Object({
  reviewers: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Nullable(Type.String()),
      username: Nullable(Type.String()),
      email: Nullable(Type.String()),
      imageUrl: Type.String(),
    }),
  ),
});
export type Reviewer = Static<typeof Reviewers>['reviewers'][number];

export const NewState = Type.Object(
  {
    state: Type.Unsafe<(typeof states)[number]>({ type: 'string', enum: [...states] }),
    comment: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    scheduledAt: Type.Optional(
      Type.String({ ...DateTime, description: 'When to apply it; only with the state Scheduled' }),
    ),
  },
  { additionalProperties: false },
);
export type NewState = Static<typeof NewState>;
