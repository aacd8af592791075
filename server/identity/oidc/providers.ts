import { ConfigError } from '../../platform/config-error.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Encryption } from '../../platform/encryption/encryption.ts';
import { findOidcSettings } from './queries.ts';
import { type Provider, storedProvider } from './rules.ts';

/** The environment variables of logins. */
export type OidcConfig = {
  oidcIssuer: string | undefined;
  oidcClientId: string | undefined;
  oidcClientSecret: string | undefined;
  oidcClientSecretFromFile: string | undefined;
  oidcScopes: readonly string[];
  oidcDefaultRole: string;
  oidcGroupsClaim: string | undefined;
  oidcAllowedDomains: readonly string[];
  oidcAutoCreate: boolean;
  oidcTrustEmail: boolean;
  oidcSingleLogout: boolean;
};

/** Undefined without OIDC_ISSUER. */
export function environmentProvider(config: OidcConfig): Provider | undefined {
  const { oidcIssuer: discoverUrl, oidcClientId: clientId } = config;
  if (discoverUrl === undefined) return undefined;
  if (clientId === undefined) throw new ConfigError('OIDC_ISSUER needs OIDC_CLIENT_ID.');
  return {
    discoverUrl,
    clientId,
    secret: config.oidcClientSecret ?? config.oidcClientSecretFromFile,
    scopes: [...new Set(['openid', ...config.oidcScopes])],
    acrValues: undefined,
    signingAlgorithm: undefined,
    defaultRole: config.oidcDefaultRole,
    groupsClaim: config.oidcGroupsClaim,
    allowedDomains: config.oidcAllowedDomains,
    autoCreate: config.oidcAutoCreate,
    trustEmail: config.oidcTrustEmail,
    singleLogout: config.oidcSingleLogout,
  };
}

/** Undefined if none is enabled. */
export async function findStoredProvider(
  db: Db,
  encryption: Encryption | undefined,
): Promise<Provider | undefined> {
  const { values, encryptedSecret } = await findOidcSettings(db);
  if (values === null) return undefined;
  const secret = encryptedSecret === null ? undefined : encryption?.decrypt(encryptedSecret);
  return storedProvider(values, secret);
}
