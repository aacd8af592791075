import { type Static, Type } from 'typebox';
import { Nullable, numberAsText } from '../../platform/http/schema.ts';

export const Tag = Type.Object(
  {
    value: Type.String(),
    type: Type.String(),
    color: Nullable(Type.String({ description: 'The colour of its type' })),
  },
  { $id: 'Tag' },
);
export type Tag = Static<typeof Tag>;

export const Tags = Type.Object({ version: Type.Integer(), tags: Type.Array(Type.Ref('Tag#')) });

export const VersionedTag = Type.Object({
  version: Type.Integer(),
  tag: Type.Unsafe<Tag>({ $ref: 'Tag#' }),
});

const TagText = Type.String({ ...numberAsText, minLength: 2, maxLength: 50 });

const ColorEcho = Type.Optional(
  Nullable(Type.String({ description: 'Ignored; set on the tag type' })),
);

export const TagInput = Type.Object(
  { type: TagText, value: TagText, color: ColorEcho },
  { additionalProperties: false },
);
export type TagInput = Static<typeof TagInput>;

export const FlagTagInput = Type.Object(
  {
    type: Type.Optional(Type.String({ ...TagText, description: 'Default simple' })),
    value: TagText,
    color: ColorEcho,
  },
  { additionalProperties: false },
);

export const tagsPerCallMax = 50;

export const TagChanges = Type.Object(
  {
    addedTags: Type.Array(TagInput, { maxItems: tagsPerCallMax }),
    removedTags: Type.Array(TagInput, { maxItems: tagsPerCallMax }),
  },
  { additionalProperties: false },
);
export type TagChanges = Static<typeof TagChanges>;

export const flagsPerCallMax = 1000;

export const BulkTagChanges = Type.Object(
  {
    features: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      maxItems: flagsPerCallMax,
    }),
    tags: TagChanges,
  },
  { additionalProperties: false },
);
export type BulkTagChanges = Static<typeof BulkTagChanges>;
