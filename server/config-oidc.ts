import { flag, list, oneOf, secretFile, setting, text, url } from './config-parsers.ts';

/** Logging in with OpenID Connect. */
export const oidcVariables = {
  authType: setting(
    ['AUTH_TYPE'],
    'oidc refuses passwords, so that all users log in with OpenID Connect; open-source allows both',
    oneOf(['open-source', 'oidc']),
    'open-source',
  ),
  oidcIssuer: setting(
    ['OIDC_ISSUER'],
    'Issuer of the OpenID Connect provider, such as https://accounts.google.com; without it, that of the console',
    url,
    undefined as string | undefined,
  ),
  oidcClientId: setting(
    ['OIDC_CLIENT_ID'],
    'Client id of this server at the provider',
    text,
    undefined as string | undefined,
  ),
  oidcClientSecret: setting(
    ['OIDC_CLIENT_SECRET'],
    'Client secret of this server at the provider; none for a public client',
    text,
    undefined as string | undefined,
  ),
  oidcClientSecretFromFile: setting(
    ['OIDC_CLIENT_SECRET_FILE'],
    'File with the same',
    secretFile,
    undefined as string | undefined,
  ),
  oidcScopes: setting(
    ['OIDC_SCOPES'],
    'Scopes that are requested, separated by spaces or commas',
    (value) => value.split(/[\s,]+/).filter((scope) => scope !== ''),
    ['openid', 'email', 'profile'],
  ),
  oidcDefaultRole: setting(
    ['OIDC_DEFAULT_ROLE'],
    'Root role of users who are created at their first login: a name or an id',
    text,
    'Viewer',
  ),
  oidcGroupsClaim: setting(
    ['OIDC_GROUPS_CLAIM'],
    'Claim with the groups of the user, such as groups or realm_access.roles; without it, groups are not changed',
    text,
    undefined as string | undefined,
  ),
  oidcAllowedDomains: setting(
    ['OIDC_ALLOWED_DOMAINS'],
    'Comma-separated domains of e-mail addresses that may log in; without it, all',
    list,
    [] as string[],
  ),
  oidcAutoCreate: setting(
    ['OIDC_AUTO_CREATE'],
    'Whether the first login of an unknown user creates it: true or false',
    flag,
    true,
  ),
  oidcTrustEmail: setting(
    ['OIDC_TRUST_EMAIL'],
    'true accepts e-mail addresses without email_verified, for a provider that assigns them itself',
    flag,
    false,
  ),
  oidcSingleLogout: setting(
    ['OIDC_SINGLE_LOGOUT'],
    'true also ends the session at the provider at a logout',
    flag,
    false,
  ),
};
