import { type Static, Type } from 'typebox';
import { EventFilterQuery } from '../../audit/event-log/schema.ts';
import { DateTime, Id, Nullable, ref } from '../../platform/http/schema.ts';
import { KindDescription, KindName, Parameters } from '../kinds/schema.ts';

export const IntegrationFilter = Type.Object(
  {
    ...EventFilterQuery.properties,
    includeUnscoped: Type.Optional(
      Type.Boolean({
        description:
          'Whether the filters of project and environment also pass events that have none; ' +
          'default false',
      }),
    ),
  },
  {
    additionalProperties: false,
    description: 'As in event search: an event must match all of them. Empty: every event',
  },
);
export type IntegrationFilter = Static<typeof IntegrationFilter>;

const Name = Type.String({ minLength: 1, maxLength: 100 });
const Description = Type.String({ maxLength: 1000 });

const input = {
  name: Name,
  description: Type.Optional(Nullable(Description)),
  enabled: Type.Optional(Type.Boolean({ description: 'Default true' })),
  parameters: Parameters,
  filter: Type.Optional(IntegrationFilter),
};

export const NewIntegration = Type.Object(
  {
    ...input,
    kind: KindName,
    signingSecret: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'whsec_ and 24 to 64 bytes in base64; default: a generated one',
      }),
    ),
  },
  { additionalProperties: false },
);
export type NewIntegration = Static<typeof NewIntegration>;

export const IntegrationUpdate = Type.Object(input, { additionalProperties: false });
export type IntegrationUpdate = Static<typeof IntegrationUpdate>;

export const Integration = Type.Object(
  {
    id: Id,
    project: Nullable(Type.String({ description: 'Null for the whole installation' })),
    name: Type.String(),
    kind: KindName,
    description: Nullable(Type.String()),
    enabled: Type.Boolean(),
    parameters: Type.Record(Type.String(), Type.String(), {
      description: 'Secrets are shown as *****',
    }),
    filter: IntegrationFilter,
    installationEvents: Type.Boolean({
      description: 'Whether events without a project are sent: if an Admin saved it last',
    }),
    createdAt: DateTime,
    state: Type.Union(
      [
        Type.Literal('active'),
        Type.Literal('failing'),
        Type.Literal('parked'),
        Type.Literal('disabled'),
      ],
      { description: 'Failing is retried; parked has failed for a day and waits for a resume' },
    ),
    position: Type.Integer({ description: 'Every matching event up to this id was sent' }),
    failures: Type.Integer({ description: 'Failed attempts since the last success' }),
    failingSince: Nullable(DateTime),
    nextAttemptAt: Nullable(DateTime),
    parkedAt: Nullable(DateTime),
    previousSecretUntil: Nullable(DateTime),
  },
  { $id: 'Integration' },
);
export type Integration = Static<typeof Integration>;

const secretOnce = {
  signingSecret: Nullable(
    Type.String({ description: 'Returned only here; null if the kind is not signed' }),
  ),
};

export const CreatedIntegration = Type.Object({ ...Integration.properties, ...secretOnce });
export const RotatedSecret = Type.Object({
  ...secretOnce,
  previousSecretUntil: Nullable(DateTime),
});

export const Integrations = Type.Object({
  integrations: Type.Array(ref(Integration)),
  kinds: Type.Array(KindDescription),
});

export const Resumption = Type.Object(
  {
    from: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Id of the first event to send; default: the first that was not sent',
      }),
    ),
  },
  { additionalProperties: false },
);
export type Resumption = Static<typeof Resumption>;
