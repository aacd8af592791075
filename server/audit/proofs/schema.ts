import { type Static, Type } from 'typebox';
import { Nullable } from '../../platform/http/schema.ts';

/** Events may outnumber the ids of all other things. */
export const EventIdParams = Type.Object({
  eventId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});

const Hash = (description: string) => Type.String({ pattern: '^[0-9a-f]{64}$', description });

export const AuditProof = Type.Object(
  {
    eventId: Type.Integer(),
    algorithm: Type.Literal('SHA-256'),
    content: Type.String({
      description:
        'The event as it is hashed: a JSON array of id, createdAt, type, createdBy, ' +
        'createdByUserId, project, environment, featureName, data, preData, tags',
    }),
    previousEventId: Nullable(Type.Integer({ description: 'Null for the first event' })),
    previousHash: Hash('The hash of the event before; 64 zeros for the first event'),
    hash: Hash('The hash that is stored with the event'),
    intact: Type.Boolean({ description: 'Whether content and previousHash give this hash' }),
    recipe: Type.String({ description: 'How to compute the hash anew' }),
  },
  { $id: 'AuditProof' },
);
export type AuditProof = Static<typeof AuditProof>;
