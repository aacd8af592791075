import { type Static, Type } from 'typebox';
import { DateTime, Nullable } from '../../platform/http/schema.ts';

const Repository = Type.String({ minLength: 1, maxLength: 200 });
const Branch = Type.String({ minLength: 1, maxLength: 200 });

export const referencesMax = 10_000;

const NewReference = Type.Object(
  {
    flag: Type.String({ minLength: 1, maxLength: 100 }),
    path: Type.String({ minLength: 1, maxLength: 500, description: 'Below the root, with /' }),
    line: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    text: Type.Optional(Type.String({ maxLength: 200, description: 'The line of code' })),
    inComment: Type.Optional(Type.Boolean({ default: false })),
  },
  { additionalProperties: false },
);
export type NewReference = Static<typeof NewReference>;

export const NewScan = Type.Object(
  {
    branch: Branch,
    commit: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    references: Type.Array(NewReference, { maxItems: referencesMax }),
  },
  { additionalProperties: false },
);
export type NewScan = Static<typeof NewScan>;

export const RepositoryName = Repository;

export const BranchQuery = Type.Object({
  branch: Type.Optional(Type.String({ maxLength: 200, description: 'Default: all branches' })),
});

const scan = {
  repository: Type.String(),
  branch: Type.String(),
  commit: Nullable(Type.String()),
  scannedAt: DateTime,
};

const Scan = Type.Object({
  ...scan,
  flags: Type.Integer({ description: 'Flags of the project that the code refers to' }),
  references: Type.Integer(),
});
export type Scan = Static<typeof Scan>;

export const Scans = Type.Object({ scans: Type.Array(Scan) });

export const SavedScan = Type.Object({
  references: Type.Integer({ description: 'The number that was saved' }),
  unknownFlags: Type.Array(Type.String(), {
    description: 'Up to 100 names that are no flags of the project; their references are ignored',
  }),
});

const Reference = Type.Object({
  repository: Type.String(),
  branch: Type.String(),
  path: Type.String(),
  line: Type.Integer(),
  text: Nullable(Type.String()),
  inComment: Type.Boolean(),
});
export type Reference = Static<typeof Reference>;

export const FlagReferences = Type.Object({
  total: Type.Integer(),
  references: Type.Array(Reference, { description: 'The first 1000' }),
  scans: Type.Array(Type.Object(scan), {
    description: 'What was searched in the project: without a scan, nothing is known',
  }),
});

export const StaleQuery = Type.Object({
  offset: Type.Optional(Type.String({ description: 'Flags to skip; default 0' })),
  limit: Type.Optional(Type.String({ description: 'Page size; default 50, at most 1000' })),
});

const StaleFlag = Type.Object({
  name: Type.String(),
  type: Type.String(),
  marked: Type.Boolean({ description: 'By a user; else it is past the lifetime of its type' }),
  createdAt: DateTime,
  lastSeenAt: Nullable(DateTime),
  stage: Type.String({ description: 'Of the lifecycle' }),
  total: Type.Integer({ description: 'References in code' }),
  references: Type.Array(Reference, { description: 'What to delete: the first 20' }),
});
export type StaleFlag = Static<typeof StaleFlag>;

export const StaleFlags = Type.Object({
  flags: Type.Array(StaleFlag, { description: 'Marked flags first, then by age' }),
  total: Type.Integer(),
  scans: Type.Integer({ description: 'Scans of the project: without one, nothing is known' }),
});
