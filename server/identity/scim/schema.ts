import { type Static, Type } from 'typebox';

const open = { additionalProperties: true };

/** Attributes that this server does not store are ignored, so bodies are not closed. */
export const ScimBody = Type.Object(
  {},
  {
    ...open,
    description:
      'A user has userName, externalId, displayName, name, emails and active; a group displayName, ' +
      'externalId and members. Names are case-insensitive, other attributes are ignored.',
  },
);

export const ScimPatch = Type.Object(
  {},
  { ...open, description: 'Operations with op (add, replace, remove), path and value' },
);

export const ScimQuery = Type.Object({
  filter: Type.Optional(
    Type.String({
      maxLength: 2000,
      description: 'RFC 7644, such as userName eq "ann@example.com"',
    }),
  ),
  startIndex: Type.Optional(
    Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647, description: 'From 1' }),
  ),
  count: Type.Optional(
    Type.Integer({
      minimum: -2_147_483_648,
      maximum: 2_147_483_647,
      description: 'Default 100, at most 1000',
    }),
  ),
  attributes: Type.Optional(Type.String({ maxLength: 2000 })),
  excludedAttributes: Type.Optional(Type.String({ maxLength: 2000 })),
  sortBy: Type.Optional(Type.String({ maxLength: 255, description: 'Ignored' })),
  sortOrder: Type.Optional(Type.String({ maxLength: 255, description: 'Ignored' })),
});
export type ScimQuery = Static<typeof ScimQuery>;

export const ScimSelection = Type.Object({
  attributes: ScimQuery.properties.attributes,
  excludedAttributes: ScimQuery.properties.excludedAttributes,
});
