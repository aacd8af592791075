import { badData } from '../../platform/errors.ts';
import type { Settings } from './queries.ts';
import type { UiConfig } from './schema.ts';

/** Each origin once, in the given order; `path` is that of the list. */
export function planOrigins(list: readonly string[], path: string): string[] {
  list.forEach((origin, index) => {
    if (isOrigin(origin)) return;
    throw badData(
      `"${origin}" is not an origin. Send * or a scheme, a host and an optional port as browsers ` +
        'send them, such as https://shop.example or http://localhost:3000.',
      `${path}/${index}`,
    );
  });
  return [...new Set(list)];
}

function isOrigin(text: string): boolean {
  if (text.includes('*')) return text === '*';
  // Apps have schemes of their own, whose origin the URL parser does not know.
  if (!/^https?:/.test(text)) return /^[a-z][a-z0-9+.-]*:\/\/[\w.-]+(:\d+)?$/.test(text);
  return URL.canParse(text) && new URL(text).origin === text;
}

type Deployment = {
  version: string;
  publicUrl: string;
  baseUriPath: string;
  frontendOrigins: readonly string[];
  emailHost: string | undefined;
  authType: string;
  oidcIssuer: string | undefined;
};

export const viewUiConfig = (settings: Settings, deployment: Deployment): UiConfig => ({
  name: 'Pennon',
  version: deployment.version,
  unleashUrl: deployment.publicUrl,
  baseUriPath: deployment.baseUriPath,
  disablePasswordAuth: deployment.authType === 'oidc',
  emailEnabled: deployment.emailHost !== undefined,
  maintenanceMode: settings.maintenance,
  frontendApiOrigins: [...(settings.frontendOrigins ?? deployment.frontendOrigins)],
  authenticationType: 'open-source',
  flags: { embedProxy: true, embedProxyFrontend: true },
  links: [],
  prometheusAPIAvailable: false,
  oidcConfiguredThroughEnv: deployment.oidcIssuer !== undefined,
  samlConfiguredThroughEnv: false,
  versionInfo: {
    current: { oss: deployment.version },
    latest: {},
    isLatest: true,
    instanceId: settings.instanceId,
  },
});
