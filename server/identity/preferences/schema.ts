import { type Static, Type } from 'typebox';
import { DateTime, Nullable } from '../../platform/http/schema.ts';

/** Clients choose these ids. */
export const PreferenceId = Type.String({ minLength: 1, maxLength: 100 });

export const Splash = Type.Object({
  userId: Type.Integer(),
  splashId: Type.String(),
  seen: Type.Boolean(),
});

export const Feedback = Type.Object(
  {
    userId: Type.Integer(),
    feedbackId: Type.String(),
    neverShow: Type.Boolean({ description: 'Whether the request for it is never shown again' }),
    given: Nullable(DateTime),
  },
  { $id: 'Feedback' },
);
export type Feedback = Static<typeof Feedback>;

export const NewFeedback = Type.Object(
  { feedbackId: PreferenceId, neverShow: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);

export const FeedbackUpdate = Type.Object(
  {
    neverShow: Type.Optional(Type.Boolean()),
    given: Type.Optional(Nullable(DateTime)),
    userId: Type.Optional(Type.Integer({ description: 'Ignored: it is your own feedback' })),
  },
  { additionalProperties: false },
);
