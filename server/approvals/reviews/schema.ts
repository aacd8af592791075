import { type Static, Type } from 'typebox';
import { Id, Nullable } from '../../platform/http/schema.ts';

export const NewComment = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 1000 }) },
  { additionalProperties: false },
);

export const NewReviewers = Type.Object(
  { reviewers: Type.Array(Id, { maxItems: 100, description: 'Ids of users; replaces all' }) },
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
