import { type Static, Type } from 'typebox';

export const ScimSettings = Type.Object({
  enabled: Type.Boolean({ description: 'While false, /scim/v2 refuses the token' }),
  hasToken: Type.Boolean({ description: 'Whether a token was generated' }),
  url: Type.String({ description: 'The address to enter at the identity provider' }),
});

export const ScimSettingsInput = Type.Object(
  {
    enabled: Type.Boolean(),
    assumeControlOfExisting: Type.Optional(
      Type.Boolean({ description: 'Ignored: existing users and groups are always visible' }),
    ),
  },
  { additionalProperties: false },
);
export type ScimSettingsInput = Static<typeof ScimSettingsInput>;

export const ScimToken = Type.Object({
  token: Type.String({ description: 'Shown only once' }),
});
