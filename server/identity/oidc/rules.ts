import { badData } from '../../platform/errors.ts';
import type { OidcSettingsInput, OidcValues } from './schema.ts';

/** The provider that logins use, and how its users become users of this server. */
export type Provider = {
  discoverUrl: string;
  clientId: string;
  /** Undefined for a public client. */
  secret: string | undefined;
  scopes: readonly string[];
  acrValues: string | undefined;
  signingAlgorithm: string | undefined;
  defaultRole: number | string;
  /** Undefined: groups are not changed. */
  groupsClaim: string | undefined;
  /** Empty: all. */
  allowedDomains: readonly string[];
  autoCreate: boolean;
  trustEmail: boolean;
  singleLogout: boolean;
};

export type Claims = Readonly<Record<string, unknown>>;

/** The names and groups of a login, from its claims. */
export type Person = {
  /** Undefined if the provider has not verified it. */
  email: string | undefined;
  name: string | undefined;
  /** Undefined: groups are not changed. */
  groups: string[] | undefined;
};

export const personOf = (claims: Claims, provider: Provider): Person => ({
  email: verifiedEmail(claims, provider.trustEmail),
  name: nameOf(claims),
  groups: provider.groupsClaim === undefined ? undefined : groupsOf(claims, provider.groupsClaim),
});

const emailLengthMax = 255;

function verifiedEmail(claims: Claims, trustEmail: boolean): string | undefined {
  const { email, email_verified: verified } = claims;
  if (typeof email !== 'string' || email.length > emailLengthMax) return undefined;
  // Some providers send text.
  const isVerified = verified === true || verified === 'true';
  return isVerified || (trustEmail && verified === undefined) ? email.trim() : undefined;
}

function nameOf({ name, given_name: given, family_name: family }: Claims): string | undefined {
  const parts = typeof name === 'string' ? [name] : [given, family];
  const text = parts
    .filter((part) => typeof part === 'string')
    .join(' ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, 255);
  return text === '' ? undefined : text;
}

const groupsMax = 5000;

/** Undefined if the provider omitted them because there are too many, as Microsoft Entra ID does. */
function groupsOf(claims: Claims, path: string): string[] | undefined {
  const omitted = [claims._claim_names].flat().some((it) => valueAt(it, path) !== undefined);
  if (omitted || claims.hasgroups !== undefined) return undefined;
  const groups = [valueAt(claims, path) ?? []].flat();
  return groups.filter((group) => typeof group === 'string').slice(0, groupsMax);
}

/** The member with this name, or that of the members it names, separated by dots. */
export function valueAt(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, path)) return (value as Claims)[path];
  const dot = path.indexOf('.');
  if (dot < 0 || !Object.hasOwn(value, path.slice(0, dot))) return undefined;
  return valueAt((value as Claims)[path.slice(0, dot)], path.slice(dot + 1));
}

export function isAllowedEmail(email: string | undefined, domains: readonly string[]): boolean {
  if (domains.length === 0) return true;
  const domain = email?.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domains.some((allowed) => allowed.toLowerCase().replace(/^@/, '') === domain);
}

export const listOf = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** Without the secret; members that were not sent are null. */
export function planSettings({ secret: _, ...input }: OidcSettingsInput): OidcValues {
  const text = (value: string | null | undefined) => value?.trim() || null;
  const plan: OidcValues = {
    enabled: input.enabled,
    discoverUrl: text(input.discoverUrl),
    clientId: text(input.clientId),
    autoCreate: input.autoCreate ?? false,
    enableSingleSignOut: input.enableSingleSignOut ?? false,
    defaultRootRole: text(input.defaultRootRole),
    defaultRootRoleId: input.defaultRootRoleId ?? null,
    emailDomains: listOf(input.emailDomains).join(',') || null,
    acrValues: text(input.acrValues),
    idTokenSigningAlgorithm: input.idTokenSigningAlgorithm ?? null,
    enableGroupSyncing: input.enableGroupSyncing ?? false,
    groupJsonPath: text(input.groupJsonPath),
    addGroupsScope: input.addGroupsScope ?? false,
    trustEmail: input.trustEmail ?? false,
  };
  assertComplete(plan);
  return plan;
}

function assertComplete({ enabled, discoverUrl, clientId, ...plan }: OidcValues): void {
  if (enabled && !discoverUrl) throw badData('"discoverUrl" is required.', '/body/discoverUrl');
  if (enabled && !clientId) throw badData('"clientId" is required.', '/body/clientId');
  if (discoverUrl && !(URL.canParse(discoverUrl) && /^https?:/.test(discoverUrl))) {
    throw badData('"discoverUrl" must be an http or https address.', '/body/discoverUrl');
  }
  if (plan.enableGroupSyncing && !plan.groupJsonPath) {
    throw badData('"groupJsonPath" is required to follow groups.', '/body/groupJsonPath');
  }
}

/** Undefined if it is not enabled. */
export function storedProvider(
  values: OidcValues,
  secret: string | undefined,
): Provider | undefined {
  const { discoverUrl, clientId } = values;
  if (!values.enabled || !discoverUrl || !clientId) return undefined;
  return {
    discoverUrl,
    clientId,
    secret,
    scopes: ['openid', 'email', 'profile', ...(values.addGroupsScope ? ['groups'] : [])],
    acrValues: values.acrValues ?? undefined,
    signingAlgorithm: values.idTokenSigningAlgorithm ?? undefined,
    defaultRole: values.defaultRootRoleId ?? values.defaultRootRole ?? 'Viewer',
    groupsClaim: values.enableGroupSyncing ? (values.groupJsonPath ?? undefined) : undefined,
    allowedDomains: listOf(values.emailDomains),
    autoCreate: values.autoCreate ?? false,
    trustEmail: values.trustEmail ?? false,
    singleLogout: values.enableSingleSignOut ?? false,
  };
}

/** Only paths of this server, so that a link cannot redirect to another site. */
export const localPath = (next: string | undefined) =>
  next?.startsWith('/') && !/^\/[/\\]|[\p{Cc}\\]/u.test(next) ? next : '/';
