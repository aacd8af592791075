import { type Static, Type } from 'typebox';
import { Nullable, numberAsText } from '../../platform/http/schema.ts';

const Color = Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', examples: ['#FF8800'] });

export const TagType = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    icon: Nullable(Type.String()),
    color: Nullable(Type.String()),
  },
  { $id: 'TagType' },
);
export type TagType = Static<typeof TagType>;

export const TagTypes = Type.Object({
  version: Type.Integer(),
  tagTypes: Type.Array(Type.Ref('TagType#')),
});

export const VersionedTagType = Type.Object({
  version: Type.Integer(),
  tagType: Type.Unsafe<TagType>({ $ref: 'TagType#' }),
});

const members = {
  description: Type.Optional(Type.String({ maxLength: 255 })),
  icon: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
  color: Type.Optional(
    Type.Union([Color, Type.Literal(''), Type.Null()], { description: 'Empty or null for none' }),
  ),
};

export const NewTagType = Type.Object(
  { name: Type.String({ ...numberAsText, minLength: 2, maxLength: 50 }), ...members },
  { additionalProperties: false },
);
export type NewTagType = Static<typeof NewTagType>;

export const TagTypePatch = Type.Object(members, { additionalProperties: false });
export type TagTypePatch = Static<typeof TagTypePatch>;

export const ValidTagType = Type.Object({
  valid: Type.Boolean(),
  tagType: Type.Unsafe<TagType>({ $ref: 'TagType#' }),
});
