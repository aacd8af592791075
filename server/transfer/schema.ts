import { type Static, Type } from 'typebox';
import { LegalValue, NewContextField } from '../flags/context-fields/schema.ts';
import { FlagName } from '../flags/flags/schema.ts';
import { NewLink } from '../flags/links/schema.ts';
import { NewSegment } from '../flags/segments/schema.ts';
import { Constraint, NewStrategy, Strategy, Variant } from '../flags/strategies/schema.ts';
import { NewTagType, TagType } from '../flags/tag-types/schema.ts';
import { DateTime, Id, Nullable, numberAsText, ref } from '../platform/http/schema.ts';

export const flagsPerDocumentMax = 5000;
export const documentBytesMax = 5 * 1024 * 1024;

const EnvironmentName = Type.String({ minLength: 1, maxLength: 100 });
const ProjectId = Type.String({ minLength: 1, maxLength: 100 });

export const ExportQuery = Type.Object(
  {
    environment: EnvironmentName,
    features: Type.Optional(
      Type.Array(FlagName, { maxItems: flagsPerDocumentMax, description: 'Empty: all' }),
    ),
    tag: Type.Optional(Type.String({ maxLength: 50, description: 'The value of a tag' })),
    project: Type.Optional(ProjectId),
    downloadFile: Type.Optional(
      Type.Boolean({ description: 'Return the document as an attachment' }),
    ),
    at: Type.Optional(
      Type.Union([Type.String({ maxLength: 100 }), Type.Integer({ minimum: 0 })], {
        description: 'Flags and segments as they were at this RFC 3339 time, or after this event',
      }),
    ),
  },
  { additionalProperties: false, description: 'Flags must match all filters' },
);
export type ExportQuery = Static<typeof ExportQuery>;

const ExportedFlag = Type.Object({
  name: Type.String(),
  type: Type.String(),
  description: Nullable(Type.String()),
  project: Type.String(),
  stale: Type.Boolean(),
  impressionData: Type.Boolean(),
  archived: Type.Boolean({ description: 'Always false: archived flags are not exported' }),
  createdAt: DateTime,
});

/** The flags of one environment, with everything they reference; lists have a fixed order. */
export const ExportedDocument = Type.Object(
  {
    features: Type.Array(ExportedFlag),
    featureStrategies: Type.Array(ref(Strategy), {
      description: 'sortOrder is the position among the strategies of the flag, from 0',
    }),
    featureEnvironments: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The flag' }),
        featureName: Type.String(),
        environment: Type.String(),
        enabled: Type.Boolean(),
        variants: Type.Array(ref(Variant)),
      }),
    ),
    contextFields: Type.Array(
      Type.Object({
        name: Type.String(),
        description: Type.String(),
        stickiness: Type.Boolean(),
        sortOrder: Type.Integer(),
        legalValues: Type.Array(LegalValue),
      }),
      { description: 'Fields that strategies, variants and segments of the document use' },
    ),
    featureTags: Type.Array(
      Type.Object({
        featureName: Type.String(),
        tagType: Type.String(),
        tagValue: Type.String(),
      }),
    ),
    segments: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        description: Nullable(Type.String()),
        project: Nullable(Type.String()),
        constraints: Type.Array(ref(Constraint)),
      }),
    ),
    tagTypes: Type.Array(ref(TagType)),
    dependencies: Type.Array(
      Type.Object({
        feature: Type.String({ description: 'The child' }),
        dependencies: Type.Array(
          Type.Object({
            feature: Type.String({ description: 'The parent' }),
            enabled: Type.Boolean(),
            variants: Type.Array(Type.String()),
          }),
        ),
      }),
    ),
    links: Type.Array(
      Type.Object({
        feature: Type.String(),
        links: Type.Array(Type.Object({ url: Type.String(), title: Nullable(Type.String()) })),
      }),
    ),
  },
  { $id: 'ExportedDocument' },
);
export type ExportedDocument = Static<typeof ExportedDocument>;

/** Members that documents contain and an import ignores. */
function ignored<K extends string>(...names: K[]) {
  const member = Type.Optional(Type.Unknown({ description: 'Ignored' }));
  return Object.fromEntries(names.map((name) => [name, member])) as Record<K, typeof member>;
}

const closed = { additionalProperties: false };

const ImportedFlag = Type.Object(
  {
    name: FlagName,
    type: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    description: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))),
    stale: Type.Optional(Type.Boolean()),
    impressionData: Type.Optional(Type.Boolean()),
    archived: Type.Optional(Type.Boolean({ description: 'An archived flag is skipped' })),
    createdAt: Type.Optional(Nullable(DateTime)),
    ...ignored('project', 'enabled', 'favorite', 'createdBy', 'createdByUserId', 'archivedAt'),
    ...ignored('lastSeenAt', 'environments', 'variants', 'strategies', 'tags', 'children'),
    ...ignored('lifecycle', 'dependencies', 'collaborators', 'links', 'potentiallyStale'),
  },
  closed,
);
export type ImportedFlag = Static<typeof ImportedFlag>;

const ImportedStrategy = Type.Object(
  {
    ...NewStrategy.properties,
    featureName: FlagName,
    segments: Type.Optional(
      Type.Array(Id, { maxItems: 1000, description: 'Ids of segments of the document' }),
    ),
    ...ignored('id', 'environment', 'projectId', 'createdAt', 'milestoneId'),
  },
  closed,
);
export type ImportedStrategy = Static<typeof ImportedStrategy>;

const ImportedEnvironment = Type.Object(
  {
    name: Type.String({ maxLength: 100, description: 'The flag, if featureName is omitted' }),
    featureName: Type.Optional(FlagName),
    enabled: Type.Boolean(),
    variants: Type.Optional(
      Type.Array(ref(Variant), { maxItems: 1000, description: 'Unchanged if omitted' }),
    ),
    ...ignored('environment', 'type', 'sortOrder', 'variantCount', 'strategies', 'lastSeenAt'),
    ...ignored('hasStrategies', 'hasEnabledStrategies', 'changeRequestIds', 'milestoneName'),
    ...ignored('milestoneOrder', 'totalMilestones'),
  },
  closed,
);
export type ImportedEnvironment = Static<typeof ImportedEnvironment>;

const ImportedField = Type.Object(
  {
    ...NewContextField.properties,
    ...ignored('createdAt', 'usedInFeatures', 'usedInProjects', 'project'),
  },
  closed,
);
export type ImportedField = Static<typeof ImportedField>;

const TagText = Type.String({ ...numberAsText, minLength: 2, maxLength: 50 });

const ImportedTag = Type.Object(
  {
    featureName: FlagName,
    tagType: Type.Optional(Type.String({ ...TagText, description: 'Default simple' })),
    tagValue: TagText,
    ...ignored('type', 'value', 'createdByUserId', 'createdAt'),
  },
  closed,
);
export type ImportedTag = Static<typeof ImportedTag>;

const ImportedSegment = Type.Object(
  {
    ...NewSegment.properties,
    id: Id,
    constraints: Type.Optional(NewSegment.properties.constraints),
    ...ignored('createdAt', 'createdBy', 'usedInFeatures', 'usedInProjects'),
  },
  closed,
);
export type ImportedSegment = Static<typeof ImportedSegment>;

const ImportedDependencies = Type.Object(
  {
    feature: FlagName,
    dependencies: Type.Array(
      Type.Object(
        {
          feature: FlagName,
          enabled: Type.Optional(Type.Boolean()),
          variants: Type.Optional(
            Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100 }),
          ),
        },
        closed,
      ),
      { maxItems: 1, description: 'A flag has at most one parent' },
    ),
  },
  closed,
);
export type ImportedDependencies = Static<typeof ImportedDependencies>;

const ImportedLinks = Type.Object(
  {
    feature: FlagName,
    links: Type.Array(
      Type.Object({ ...NewLink.properties, ...ignored('id', 'feature', 'featureName') }, closed),
      { maxItems: 10 },
    ),
  },
  closed,
);
export type ImportedLinks = Static<typeof ImportedLinks>;

const ImportedDocument = Type.Object(
  {
    features: Type.Array(ImportedFlag, { maxItems: flagsPerDocumentMax }),
    featureStrategies: Type.Array(ImportedStrategy),
    featureEnvironments: Type.Optional(Type.Array(ImportedEnvironment)),
    contextFields: Type.Optional(Type.Array(ImportedField)),
    featureTags: Type.Optional(Type.Array(ImportedTag)),
    segments: Type.Optional(Type.Array(ImportedSegment)),
    tagTypes: Type.Optional(Type.Array(NewTagType)),
    dependencies: Type.Optional(Type.Array(ImportedDependencies)),
    links: Type.Optional(Type.Array(ImportedLinks)),
  },
  {
    ...closed,
    description: 'The response of an export; an omitted list leaves its items unchanged',
  },
);
export type ImportedDocument = Static<typeof ImportedDocument>;

export const ImportRequest = Type.Object(
  {
    project: ProjectId,
    environment: EnvironmentName,
    data: ImportedDocument,
    onConflict: Type.Optional(
      Type.Union([Type.Literal('update'), Type.Literal('fail')], {
        description: 'fail: 409 if an existing flag would change. Default: update',
      }),
    ),
  },
  closed,
);
export type ImportRequest = Static<typeof ImportRequest>;

const Notices = Type.Array(
  Type.Object({ message: Type.String(), affectedItems: Type.Array(Type.String()) }),
);

export const ImportPreview = Type.Object({
  errors: Notices,
  warnings: Notices,
  permissions: Notices,
  changes: Type.Object({
    created: Type.Array(Type.String()),
    updated: Type.Array(Type.String()),
    unchanged: Type.Array(Type.String()),
  }),
});
export type ImportPreview = Static<typeof ImportPreview>;
