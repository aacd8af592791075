import { type Static, Type } from 'typebox';
import { FlagEnvironment, Lifecycle } from '../flags/flags/schema.ts';
import { Tag } from '../flags/tags/schema.ts';
import { DateTime, Nullable, ref } from '../platform/http/schema.ts';

const text = (description: string) =>
  Type.Optional(Type.String({ maxLength: 10_000, description }));

const setForm = (what: string) =>
  `${what}: IS:a, IS_ANY_OF:a,b, IS_NOT:a or IS_NONE_OF:a,b; a value with a comma in double quotes`;

const labelForm = (what: string, value: string) =>
  `${what}: <operator>:${value}[,${value}…] with INCLUDE or INCLUDE_ANY_OF (at least one), ` +
  'INCLUDE_ALL_OF, DO_NOT_INCLUDE or EXCLUDE_IF_ANY_OF (none), EXCLUDE_ALL (not all of them)';

const Status = Type.Array(Type.String({ maxLength: 200 }), {
  maxItems: 100,
  description: 'environment:enabled or environment:disabled; several are alternatives',
});

export const FlagSearchQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: 2000,
      description:
        'A query, such as `is:stale project:checkout -tag:team:legacy created:>30d sort:name`; ' +
        'see docs/query-language.md. All other filters must match too',
    }),
  ),
  query: text('Text in the name or in a tag (value, or type:value); commas separate alternatives'),
  project: text(setForm('Project id')),
  state: text(setForm('active, stale or potentially-stale')),
  type: text(setForm('Flag type')),
  createdBy: text(setForm('Creator: a user id, or a username or e-mail')),
  tag: text(labelForm('Tags', 'type:value')),
  segment: text(labelForm('Segments by name', 'name')),
  status: Type.Optional(Status),
  'status[]': Type.Optional(Status),
  lifecycle: text(setForm('Stage: initial, pre-live, live, completed or archived')),
  favorite: text("The caller's favourites: IS:true or IS:false"),
  archived: text('true or false, or IS:true or IS:false; default false'),
  createdAt: text('IS_BEFORE:yyyy-MM-dd or IS_ON_OR_AFTER:yyyy-MM-dd, in UTC'),
  lastSeenAt: text('As createdAt; a flag matches if one of its environments does'),
  sortBy: text(
    'createdAt (default), name, type, project, stale, lastSeenAt or environment:NAME; ' +
      'nulls come last, ties are broken by name',
  ),
  sortOrder: text('asc (default) or desc'),
  favoritesFirst: text("true puts the caller's favourites first"),
  offset: text('Flags to skip; default 0'),
  limit: text('Page size, at least 1; default 50; more than 1000 is read as 1000'),
  cursor: text(
    'nextCursor of the previous page, instead of offset; stable while flags are created',
  ),
  facets: text(
    'Comma list of type, project, state, tag, createdBy: counts over all matching flags',
  ),
});
export type FlagSearchQuery = Static<typeof FlagSearchQuery>;

const FoundEnvironment = Type.Object(
  {
    ...FlagEnvironment.properties,
    yes: Type.Integer({ description: 'Evaluations to true in the newest hour' }),
    no: Type.Integer({ description: 'Evaluations to false in the newest hour' }),
  },
  { $id: 'FoundFlagEnvironment' },
);

const FoundFlag = Type.Object(
  {
    name: Type.String(),
    type: Type.String(),
    description: Nullable(Type.String()),
    dependencyType: Nullable(Type.Union([Type.Literal('parent'), Type.Literal('child')])),
    project: Type.String(),
    stale: Type.Boolean({ description: 'Marked as stale, or past the lifetime of its type' }),
    potentiallyStale: Type.Boolean({
      description: 'Past the lifetime of its type and not marked as stale',
    }),
    favorite: Type.Boolean(),
    impressionData: Type.Boolean(),
    createdAt: DateTime,
    archivedAt: Nullable(DateTime),
    lastSeenAt: Nullable(Type.String({ format: 'date-time', deprecated: true })),
    environments: Type.Array(ref(FoundEnvironment)),
    segments: Type.Array(Type.String()),
    tags: Type.Array(ref(Tag)),
    lifecycle: ref(Lifecycle),
    createdBy: Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      imageUrl: Type.String(),
    }),
  },
  { $id: 'FoundFlag' },
);

const counted = <T extends typeof Type.String | typeof Type.Integer>(value: T) =>
  Type.Optional(
    Type.Array(
      Type.Object({
        value: value() as ReturnType<T>,
        count: Type.Integer(),
      }),
    ),
  );

export const facetNames = ['type', 'project', 'state', 'tag', 'createdBy'] as const;
export type FacetName = (typeof facetNames)[number];

export const Facets = Type.Object(
  {
    type: counted(Type.String),
    project: counted(Type.String),
    state: counted(Type.String),
    tag: counted(Type.String),
    createdBy: counted(Type.Integer),
  },
  { description: 'The 1000 most frequent values of each facet, the most frequent first' },
);
export type Facets = Static<typeof Facets>;

export const FlagSearchResult = Type.Object(
  {
    features: Type.Array(ref(FoundFlag)),
    total: Type.Integer({ description: 'All matching flags' }),
    nextCursor: Nullable(Type.String({ description: 'Null on the last page' })),
    facets: Type.Optional(Facets),
  },
  { $id: 'FlagSearchResult' },
);

export const searchSchemas = [FoundEnvironment, FoundFlag, FlagSearchResult];
