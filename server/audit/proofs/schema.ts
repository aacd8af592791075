import { type Static, Type } from 'typebox';
import { Nullable } from '../../platform/http/schema.ts';

/** Event ids are bigint, other ids are integer. */
export const EventId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

const Hash = (description: string) =>
  Type.String({
    pattern: '^[0-9a-f]{64}$',
    description,
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  });

export const AuditProof = Type.Object(
  {
    eventId: Type.Integer(),
    algorithm: Type.Literal('SHA-256'),
    content: Type.String({
      description:
        'The hashed content of the event: a JSON array of id, createdAt, type, createdBy, ' +
        'createdByUserId, project, environment, featureName, data, preData, tags',
    }),
    previousEventId: Nullable(Type.Integer({ description: 'Null for the first event' })),
    previousHash: Hash('The hash of the previous event; 64 zeros for the first event'),
    hash: Hash('The stored hash of the event'),
    intact: Type.Boolean({ description: 'Whether the hash matches content and previousHash' }),
    recipe: Type.String({ description: 'How to recompute the hash' }),
  },
  { $id: 'AuditProof' },
);
export type AuditProof = Static<typeof AuditProof>;
