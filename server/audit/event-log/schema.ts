import { type Static, Type } from 'typebox';
import { eventTypes } from '../../events/types.ts';
import { DateTime, Nullable, ref } from '../../platform/http/schema.ts';

const Payload = (description: string) =>
  Type.Unsafe<object | null>({ type: ['object', 'array', 'null'], description });

export const Event = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Increasing, in the order of the changes' }),
    createdAt: DateTime,
    type: Type.String({ description: 'What kind of change', examples: ['feature-created'] }),
    createdBy: Type.String({ description: 'E-mail or username of who did it' }),
    createdByUserId: Nullable(Type.Integer()),
    environment: Nullable(Type.String()),
    project: Nullable(Type.String()),
    featureName: Nullable(Type.String()),
    data: Payload('What was changed, as it is now'),
    preData: Payload('What was changed, as it was before'),
    tags: Type.Array(Type.Object({ type: Type.String(), value: Type.String() }), {
      description: 'Tags of the flag at that moment',
    }),
    label: Nullable(Type.String({ description: 'Short name of what happened' })),
    summary: Nullable(Type.String({ description: 'A sentence about it, in markdown' })),
  },
  { $id: 'Event' },
);
export type Event = Static<typeof Event>;

const textMax = 500;
const Filter = (what: string) =>
  Type.Optional(
    Type.String({
      description:
        `${what}: IS, IS_ANY_OF, IS_NOT or IS_NONE_OF, a colon, and values separated by commas; ` +
        'a value with a comma goes in double quotes',
      examples: ['IS_ANY_OF:one,two'],
    }),
  );
const Day = (description: string) =>
  Type.Optional(Type.String({ description, examples: ['IS:2026-01-31'] }));

const filters = {
  query: Type.Optional(
    Type.String({
      maxLength: textMax,
      description: 'Text in data or preData; upper and lower case alike',
    }),
  ),
  feature: Filter('Flag name'),
  project: Filter('Project id'),
  type: Filter('Event type'),
  createdBy: Filter('User id of the creator'),
  environment: Filter('Environment name'),
  id: Filter('Event id'),
  from: Day('First day, whole, in UTC: IS:<yyyy-MM-dd>'),
  to: Day('Last day, whole, in UTC: IS:<yyyy-MM-dd>'),
};

/** The filters of the log as they come in the address. */
export const EventFilterQuery = Type.Object(filters);
export type EventFilterQuery = Static<typeof EventFilterQuery>;

export const EventSearchQuery = Type.Object({
  ...filters,
  offset: Type.Optional(Type.String({ description: 'Events to skip; 0', examples: ['0'] })),
  limit: Type.Optional(
    Type.String({ description: 'Events on the page; 50, at most 1000', examples: ['50'] }),
  ),
});

export const EventExportQuery = Type.Object({
  ...filters,
  format: Type.Union([Type.Literal('ndjson'), Type.Literal('csv')]),
  cursor: Type.Optional(
    Type.String({ description: 'Id of the last event that was received: goes on behind it' }),
  ),
});

export const EventPage = Type.Object({
  events: Type.Array(ref(Event)),
  total: Type.Integer({ description: 'All that match, on every page' }),
});

const list = {
  version: Type.Literal(1, { description: 'Version of this format' }),
  events: Type.Array(ref(Event), { description: 'Newest first' }),
  totalEvents: Type.Integer({ description: 'All that match' }),
};

export const EventList = Type.Object(list);

export const FlagEventList = Type.Object({ ...list, toggleName: Type.String() });

export const FlagEventParams = Type.Object({ feature: Type.String() });

export const ProjectQuery = Type.Object({
  project: Type.Optional(Type.String({ description: 'All events of this project' })),
});

const name = (description: string) => Type.Optional(Type.String({ maxLength: 255, description }));

export const FormerEventSearch = Type.Object(
  {
    type: Type.Optional(Type.Union(eventTypes.map((type) => Type.Literal(type)))),
    project: name('Project id'),
    feature: name('Flag name'),
    query: Type.Optional(
      Type.String({
        maxLength: textMax,
        description: 'Text in the type, the username or e-mail of the creator, data or preData',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 100 })),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Event id at which the list starts; 0 is the newest',
      }),
    ),
  },
  { additionalProperties: false },
);
export type FormerEventSearch = Static<typeof FormerEventSearch>;

export const EventCreators = Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }));
