import { type Static, Type } from 'typebox';
import { Nullable } from '../../platform/http/schema.ts';

const closed = { additionalProperties: false };
const Text = Type.String({ maxLength: 2000 });

export const LoginQuery = Type.Object({
  next: Type.Optional(
    Type.String({ maxLength: 2000, description: 'Path to return to after the login' }),
  ),
});

export const SignInOptions = Type.Object({
  password: Type.Boolean({ description: 'Whether a password is accepted' }),
  oidc: Type.Boolean({ description: 'Whether an OpenID Connect provider is configured' }),
  singleLogout: Type.Boolean({ description: 'Whether a logout continues at the provider' }),
});
export type SignInOptions = Static<typeof SignInOptions>;

const properties = {
  enabled: Type.Boolean(),
  discoverUrl: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 2000,
        description: 'The issuer, or its address that ends in /.well-known/openid-configuration',
      }),
    ),
  ),
  clientId: Type.Optional(Nullable(Text)),
  autoCreate: Type.Optional(
    Nullable(
      Type.Boolean({ description: 'Whether the first login of an unknown user creates it' }),
    ),
  ),
  enableSingleSignOut: Type.Optional(
    Nullable(
      Type.Boolean({ description: 'Whether a logout also ends the session at the provider' }),
    ),
  ),
  defaultRootRole: Type.Optional(
    Nullable(
      Type.String({ maxLength: 100, description: 'Name of the root role of users it creates' }),
    ),
  ),
  defaultRootRoleId: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 0,
        maximum: 2_147_483_647,
        description: 'Id of that role; overrides the name',
      }),
    ),
  ),
  emailDomains: Type.Optional(
    Nullable(Type.String({ ...Text, description: 'Comma-separated domains that may log in' })),
  ),
  acrValues: Type.Optional(
    Nullable(Type.String({ ...Text, description: 'Requested authentication context classes' })),
  ),
  idTokenSigningAlgorithm: Type.Optional(
    Nullable(
      Type.Union([Type.Literal('RS256'), Type.Literal('RS384'), Type.Literal('RS512')], {
        description: 'The only accepted algorithm; absent: those that the provider publishes',
      }),
    ),
  ),
  enableGroupSyncing: Type.Optional(
    Nullable(Type.Boolean({ description: 'Whether groups follow their SSO mappings' })),
  ),
  groupJsonPath: Type.Optional(
    Nullable(
      Type.String({ maxLength: 255, description: 'Claim with the groups, such as realm.groups' }),
    ),
  ),
  addGroupsScope: Type.Optional(
    Nullable(Type.Boolean({ description: 'Whether the scope groups is requested' })),
  ),
  trustEmail: Type.Optional(
    Nullable(
      Type.Boolean({
        description: 'Accepts e-mail addresses without email_verified; not in the Unleash API',
      }),
    ),
  ),
};

/** As stored, without the secret. */
export const OidcValues = Type.Object(properties);
export type OidcValues = Static<typeof OidcValues>;

export const OidcSettings = Type.Object(
  {
    ...properties,
    hasSecret: Type.Boolean({ description: 'The secret itself is never returned' }),
    configuredThroughEnv: Type.Boolean({
      description: 'The environment variable OIDC_ISSUER is set and overrides these settings',
    }),
    redirectUri: Type.String({ description: 'To be registered at the provider' }),
  },
  { $id: 'OidcSettings' },
);
export type OidcSettings = Static<typeof OidcSettings>;

export const OidcSettingsInput = Type.Object(
  {
    ...properties,
    secret: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 2000,
          description: 'Omitted: unchanged. Required again if discoverUrl changes',
        }),
      ),
    ),
  },
  closed,
);
export type OidcSettingsInput = Static<typeof OidcSettingsInput>;

export const OidcCheck = Type.Object({
  ok: Type.Boolean(),
  checks: Type.Array(
    Type.Object({
      name: Type.String({ description: 'What was checked' }),
      ok: Type.Boolean(),
      message: Type.String(),
    }),
  ),
});
export type OidcCheck = Static<typeof OidcCheck>;
