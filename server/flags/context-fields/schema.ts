import { type Static, Type } from 'typebox';
import { DateTime, Nullable } from '../../platform/http/schema.ts';

export const LegalValue = Type.Object(
  {
    value: Type.String({ minLength: 1, maxLength: 100 }),
    description: Type.Optional(Type.String({ maxLength: 250 })),
  },
  { additionalProperties: false },
);
export type LegalValue = Static<typeof LegalValue>;

export const ContextField = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    stickiness: Type.Boolean({ description: 'Whether it can be used for stickiness' }),
    sortOrder: Type.Integer(),
    legalValues: Type.Array(LegalValue, { description: 'Empty: all values are legal' }),
    usedInFeatures: Type.Integer({
      description: 'Active flags the caller may see with a strategy that uses it',
    }),
    usedInProjects: Type.Integer({ description: 'Projects of these flags' }),
    createdAt: DateTime,
  },
  { $id: 'ContextField' },
);
export type ContextField = Static<typeof ContextField>;

export const ContextFields = Type.Array(Type.Ref('ContextField#'));

const settings = {
  description: Type.Optional(Nullable(Type.String({ maxLength: 250 }))),
  stickiness: Type.Optional(Type.Boolean()),
  sortOrder: Type.Optional(Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 })),
  legalValues: Type.Optional(Type.Array(LegalValue, { description: 'Values must be unique' })),
};

export const NewContextField = Type.Object(
  { name: Type.String({ description: 'URL-friendly, 1 to 100 characters' }), ...settings },
  { additionalProperties: false },
);
export type NewContextField = Static<typeof NewContextField>;

export const ContextFieldPatch = Type.Object(settings, { additionalProperties: false });
export type ContextFieldPatch = Static<typeof ContextFieldPatch>;

export const FieldNameInput = Type.Object({ name: Type.String() }, { additionalProperties: false });
