import { type Static, Type } from 'typebox';
import { DateTime, Nullable, ref } from '../../platform/http/schema.ts';

export const ViewEntry = Type.Object(
  {
    id: Type.Integer({ description: 'Later entries have higher ids' }),
    viewId: Type.String({ format: 'uuid' }),
    viewName: Type.String(),
    featureName: Type.String(),
    project: Type.String({ description: 'The project that the flag is in today' }),
    eventId: Nullable(
      Type.Integer({
        description: 'The newest event of the flag then; null if it entered without one',
      }),
    ),
    seen: Type.Boolean(),
    createdAt: DateTime,
  },
  { $id: 'ViewEntry' },
);
export type ViewEntry = Static<typeof ViewEntry>;

export const ViewEntries = Type.Object({
  entries: Type.Array(ref(ViewEntry)),
  unseen: Type.Integer({ description: 'The number of all entries that are not marked as seen' }),
  nextCursor: Nullable(Type.String({ description: 'Null on the last page' })),
});
export type ViewEntries = Static<typeof ViewEntries>;

export const EntriesQuery = Type.Object({
  limit: Type.Optional(Type.String({ description: 'Default 50, at most 1000' })),
  cursor: Type.Optional(Type.String({ description: 'nextCursor of the previous page' })),
});
export type EntriesQuery = Static<typeof EntriesQuery>;

export const SeenEntries = Type.Object(
  {
    upTo: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The id of the newest entry that was seen',
    }),
  },
  { additionalProperties: false },
);
