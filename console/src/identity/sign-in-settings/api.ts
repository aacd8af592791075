import { queryOptions } from '@tanstack/react-query';
import type {
  OidcCheck,
  OidcSettings,
  OidcSettingsInput,
  SignInOptions,
} from '../../../../server/identity/oidc/schema.ts';
import type {
  ScimSettings as ScimSettingsSchema,
  ScimToken,
} from '../../../../server/identity/scim-settings/schema.ts';
import { call, urlOf } from '../../api.ts';
import type { Wire } from '../../wire.ts';

export type ScimSettings = Wire<typeof ScimSettingsSchema>;

export const oidcQuery = queryOptions({
  queryKey: ['oidc-settings'],
  queryFn: ({ signal }) => call<OidcSettings>('GET /api/admin/auth/oidc/settings', { signal }),
});

export const saveOidc = (body: OidcSettingsInput) =>
  call<OidcSettings>('POST /api/admin/auth/oidc/settings', { body });

export const testOidc = (body: OidcSettingsInput) =>
  call<OidcCheck>('POST /api/admin/auth/oidc/settings/test', { body });

export const scimQuery = queryOptions({
  queryKey: ['scim-settings'],
  queryFn: ({ signal }) => call<ScimSettings>('GET /api/admin/scim-settings', { signal }),
});

export const saveScim = (enabled: boolean) =>
  call<ScimSettings>('POST /api/admin/scim-settings', { body: { enabled } });

export const generateScimToken = () =>
  call<Wire<typeof ScimToken>>('POST /api/admin/scim-settings/generate-new-token');

/** What the sign-in page offers. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => call<SignInOptions>('GET /auth/sign-in-options', { signal }),
  retry: false,
});

export const singleSignOnUrl = (next: string) => urlOf('GET /auth/oidc/login', { query: { next } });
