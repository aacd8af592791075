import { type Static, Type } from 'typebox';
import { Event } from '../../audit/event-log/schema.ts';
import { DateTime, Id, Nullable, ref } from '../../platform/http/schema.ts';
import { KindName, Parameters } from '../kinds/schema.ts';

const names = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 500, description });

const members = {
  enabled: Type.Boolean(),
  events: names('Event types that are sent'),
  projects: Type.Optional(names('Project ids; empty or * for all')),
  environments: Type.Optional(names('Environments; empty or * for all')),
};

export const AddonInput = Type.Object(
  {
    ...members,
    provider: Type.String({ maxLength: 100 }),
    description: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))),
    parameters: Parameters,
  },
  { additionalProperties: false },
);
export type AddonInput = Static<typeof AddonInput>;

export const Addon = Type.Object(
  {
    id: Id,
    provider: KindName,
    description: Nullable(Type.String()),
    ...members,
    parameters: Type.Record(Type.String(), Type.String(), {
      description: 'Secrets are shown as *****',
    }),
  },
  { $id: 'Addon' },
);
export type Addon = Static<typeof Addon>;

const Provider = Type.Object({
  name: KindName,
  displayName: Type.String(),
  description: Type.String(),
  documentationUrl: Type.String(),
  parameters: Type.Array(
    Type.Object({
      name: Type.String(),
      displayName: Type.String(),
      type: Type.String(),
      description: Type.String(),
      placeholder: Type.Optional(Type.String()),
      required: Type.Boolean(),
      sensitive: Type.Boolean(),
    }),
  ),
  events: Type.Array(Type.String({ description: 'Event types that can be sent' })),
});

export const Addons = Type.Object({
  addons: Type.Array(ref(Addon)),
  providers: Type.Array(Provider),
});

export const AddonEvents = Type.Object({
  integrationEvents: Type.Array(
    Type.Object({
      id: Type.String({ description: 'The id of the attempt' }),
      integrationId: Id,
      createdAt: DateTime,
      state: Type.Union([
        Type.Literal('success'),
        Type.Literal('failed'),
        Type.Literal('successWithErrors'),
      ]),
      stateDetails: Type.String(),
      event: ref(Event),
      details: Type.Object({
        status: Nullable(Type.Integer()),
        durationMs: Type.Integer(),
        response: Type.String(),
      }),
    }),
    { description: 'Newest first' },
  ),
});
export type AddonEvent = Static<typeof AddonEvents>['integrationEvents'][number];

export const AddonEventQuery = Type.Object({
  limit: Type.Optional(Type.String({ description: 'Default 50, at most 200' })),
  offset: Type.Optional(Type.String({ description: 'Attempts to skip; default 0' })),
});
