import { type Static, Type } from 'typebox';
import { eventTypes } from '../../events/types.ts';
import { DateTime, Nullable, ref } from '../../platform/http/schema.ts';

const Payload = (description: string) =>
  Type.Unsafe<object | null>({ type: ['object', 'array', 'null'], description });

export const Event = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Increasing in the order of the changes' }),
    createdAt: DateTime,
    type: Type.String({ description: 'Event type', examples: ['feature-created'] }),
    createdBy: Type.String({ description: 'E-mail or username of the actor' }),
    createdByUserId: Nullable(Type.Integer()),
    environment: Nullable(Type.String()),
    project: Nullable(Type.String()),
    featureName: Nullable(Type.String()),
    data: Payload('State after the change'),
    preData: Payload('State before the change'),
    tags: Type.Array(Type.Object({ type: Type.String(), value: Type.String() }), {
      description: 'Tags of the flag at the time of the event',
    }),
    via: Type.Optional(
      Type.String({ description: 'mcp, if a tool of the MCP server made the change' }),
    ),
    label: Nullable(Type.String({ description: 'Short name of the event type' })),
    summary: Nullable(Type.String({ description: 'One sentence in Markdown' })),
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
        'quote a value that contains a comma with double quotes',
      examples: ['IS_ANY_OF:one,two'],
    }),
  );
const Day = (description: string) =>
  Type.Optional(Type.String({ description, examples: ['IS:2026-01-31'] }));

const filters = {
  query: Type.Optional(
    Type.String({
      maxLength: textMax,
      description: 'Text in data or preData, case-insensitive',
    }),
  ),
  feature: Filter('Flag name'),
  project: Filter('Project id'),
  type: Filter('Event type'),
  createdBy: Filter('User id of the creator'),
  environment: Filter('Environment name'),
  tag: Filter('Tag that the flag had at the time of the event, as type:value'),
  id: Filter('Event id'),
  from: Day('First day, inclusive, in UTC: IS:<yyyy-MM-dd>'),
  to: Day('Last day, inclusive, in UTC: IS:<yyyy-MM-dd>'),
};

/** In the parameters of a search, an export and a stream. */
export const EventQuery = Type.Optional(
  Type.String({
    maxLength: 2000,
    description:
      'A query, such as `type:feature-archived by:ada in:checkout since:2026-11-01 "reason"`; see ' +
      'docs/query-language.md. All other filters must match too',
  }),
);

export const EventFilterQuery = Type.Object(filters);
export type EventFilterQuery = Static<typeof EventFilterQuery>;

export const EventSearchQuery = Type.Object({
  q: EventQuery,
  ...filters,
  offset: Type.Optional(Type.String({ description: 'Events to skip; default 0', examples: ['0'] })),
  limit: Type.Optional(
    Type.String({ description: 'Events per page; default 50, at most 1000', examples: ['50'] }),
  ),
});

export const EventExportQuery = Type.Object({
  q: EventQuery,
  ...filters,
  format: Type.Union([Type.Literal('ndjson'), Type.Literal('csv')]),
  cursor: Type.Optional(
    Type.String({ description: 'Id of the last received event: the export starts after it' }),
  ),
});

export const EventPage = Type.Object({
  events: Type.Array(ref(Event)),
  total: Type.Integer({ description: 'All matches, on all pages' }),
});

const list = {
  version: Type.Literal(1, { description: 'Version of this format' }),
  events: Type.Array(ref(Event), { description: 'Newest first' }),
  totalEvents: Type.Integer({ description: 'All matches' }),
};

export const EventList = Type.Object(list);

export const FlagEventList = Type.Object({ ...list, toggleName: Type.String() });

export const ProjectQuery = Type.Object({
  project: Type.Optional(Type.String({ description: 'All events of this project' })),
});

const name = (description: string) => Type.Optional(Type.String({ maxLength: 255, description }));

export const DeprecatedEventSearch = Type.Object(
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
        description: 'Id of the first event in the list; 0 is the newest',
      }),
    ),
  },
  { additionalProperties: false },
);
export type DeprecatedEventSearch = Static<typeof DeprecatedEventSearch>;

export const EventCreators = Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }));
