import { type Static, Type } from 'typebox';
import { DateTime } from '../../platform/http/schema.ts';
import { states } from '../change-requests/schema.ts';

export const NewState = Type.Object(
  {
    state: Type.Unsafe<(typeof states)[number]>({ type: 'string', enum: [...states] }),
    comment: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    scheduledAt: Type.Optional(
      Type.String({ ...DateTime, description: 'With Scheduled alone: when to apply it' }),
    ),
  },
  { additionalProperties: false },
);
export type NewState = Static<typeof NewState>;
