import { type Static, Type } from 'typebox';
import { DateTime, Nullable, ref } from '../../platform/http/schema.ts';

const Kind = Type.Unsafe<'preview' | 'import'>({
  type: 'string',
  enum: ['preview', 'import'],
  description: 'A preview changes nothing',
});

const Count = Type.Integer({ minimum: 0 });

export const ImportSummary = Type.Object(
  {
    tables: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Such as flags' }),
        total: Type.Integer({ minimum: 0, description: 'In Unleash' }),
        created: Count,
        changed: Count,
        removed: Count,
        unchanged: Type.Integer(),
        leftOut: Count,
      }),
    ),
    events: Type.Integer({ minimum: 0, description: 'Events that are new' }),
    usage: Nullable(Type.Integer({ minimum: 0, description: 'Only in a preview' })),
    differences: Type.Array(Type.String(), {
      description: 'Names of what exists in both and becomes as it is in Unleash',
    }),
    leftOut: Type.Array(Type.String(), { description: 'What cannot be imported, with reasons' }),
    needsMerge: Type.Boolean({
      description: 'Whether this server has data of its own, so that an import needs merge',
    }),
  },
  { $id: 'ImportSummary' },
);
export type ImportSummary = Static<typeof ImportSummary>;

export const ImportRun = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    kind: Kind,
    state: Type.Unsafe<'running' | 'complete' | 'failed' | 'cancelled'>({
      type: 'string',
      enum: ['running', 'complete', 'failed', 'cancelled'],
    }),
    url: Type.String(),
    startedBy: Type.String(),
    startedAt: DateTime,
    endedAt: Nullable(DateTime),
    progress: Nullable(
      Type.Object({
        phase: Type.String(),
        rows: Count,
        total: Type.Optional(Count),
      }),
    ),
    error: Nullable(Type.String({ description: 'Why it failed' })),
    summary: Nullable(ref(ImportSummary)),
  },
  { $id: 'ImportRun' },
);
export type ImportRun = Static<typeof ImportRun>;

export const LastImportRun = Type.Object({
  run: Nullable(ref(ImportRun)),
});

export const NewImportRun = Type.Object(
  {
    kind: Kind,
    url: Type.String({
      minLength: 1,
      maxLength: 2000,
      description: 'Address of the Unleash, such as https://unleash.example',
    }),
    token: Type.String({
      minLength: 1,
      maxLength: 1000,
      pattern: '^[\\x21-\\x7e]+$',
      description: 'An admin token of it, or the personal token of an Admin. It is not stored',
      examples: ['user:7c0d2f5a9b'],
    }),
    merge: Type.Optional(
      Type.Boolean({
        description:
          'Import although this server has data of its own. What exists in both becomes as it is ' +
          'in Unleash',
      }),
    ),
  },
  { additionalProperties: false },
);
export type NewImportRun = Static<typeof NewImportRun>;
