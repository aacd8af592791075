import { type Static, Type } from 'typebox';
import { DateTime, Nullable, ref } from '../platform/http/schema.ts';

export const ViewKind = Type.Union([Type.Literal('flags'), Type.Literal('events')], {
  description: 'What the query finds',
});
export type ViewKind = Static<typeof ViewKind>;

const settings = {
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '\\S',
    examples: ['Stale flags'],
    description: 'Unique among the views of its kind of the same user or project, in any case',
  }),
  description: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  query: Type.String({
    maxLength: 2000,
    description: 'In the query language (docs/query-language.md); its order is `sort:`',
    examples: ['is:stale project:checkout sort:name'],
  }),
  columns: Type.Optional(
    Type.Array(
      Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_.:-]{0,99}$', examples: ['lastSeenAt'] }),
      {
        maxItems: 30,
        uniqueItems: true,
        description: 'The columns of the table, in order; none means those of the console',
      },
    ),
  ),
};

export const NewView = Type.Object(
  { kind: ViewKind, ...settings },
  { additionalProperties: false },
);
export type NewView = Static<typeof NewView>;

export const ViewUpdate = Type.Object(settings, { additionalProperties: false });
export type ViewUpdate = Static<typeof ViewUpdate>;

const view = {
  id: Type.String({ format: 'uuid', description: 'Never changes; for links to the view' }),
  kind: ViewKind,
  name: Type.String(),
  description: Nullable(Type.String()),
  query: Type.String(),
  columns: Type.Array(Type.String()),
  project: Nullable(
    Type.String({ description: 'The project it is shared in; null for a view of the caller' }),
  ),
  editable: Type.Boolean({ description: 'Whether the caller may change and delete it' }),
  createdAt: DateTime,
  updatedAt: DateTime,
};

export const View = Type.Object(view, { $id: 'View' });
export type View = Static<typeof View>;

const Subscription = Type.Object({
  createdAt: DateTime,
  parked: Nullable(
    Type.String({ description: 'Why there are no new entries; it is tried again every hour' }),
  ),
});
export type Subscription = Static<typeof Subscription>;

export const CountedView = Type.Object({
  ...view,
  subscription: Type.Union([Subscription, Type.Null()], {
    description: 'Of the caller; null if there is none',
  }),
  count: Type.Integer({ description: 'The matches that the caller may see' }),
});

export const Views = Type.Object({ views: Type.Array(ref(View)) });

export const ViewListQuery = Type.Object({
  kind: Type.Optional(ViewKind),
  project: Type.Optional(
    Type.String({ maxLength: 255, description: 'Only the views that are shared in this project' }),
  ),
});
export type ViewListQuery = Static<typeof ViewListQuery>;

export const CompletionQuery = Type.Object({
  kind: Type.Optional(ViewKind),
  q: Type.String({ maxLength: 2000, description: 'A query, complete or not' }),
  cursor: Type.Optional(
    Type.String({
      pattern: '^\\d{1,4}$',
      description: 'The number of characters before the cursor; default: all',
      examples: ['12'],
    }),
  ),
});

export const Completions = Type.Object({
  from: Type.Integer({ description: 'The characters before the completed word' }),
  to: Type.Integer({ description: 'The characters before its end, which is the cursor' }),
  completions: Type.Array(Type.String(), {
    description: 'At most 20 texts that can replace the word: keys with a colon, or values',
  }),
});
export type Completions = Static<typeof Completions>;
