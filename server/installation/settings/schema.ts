import { type Static, Type } from 'typebox';

const Origins = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
  maxItems: 1000,
  description: 'Such as https://shop.example; * allows all, an empty list none',
});

export const UiConfig = Type.Object(
  {
    name: Type.String(),
    version: Type.String(),
    unleashUrl: Type.String({ description: 'Public address of the server' }),
    baseUriPath: Type.String({ description: 'Path in front of every route' }),
    disablePasswordAuth: Type.Boolean({ description: 'True with AUTH_TYPE=oidc' }),
    emailEnabled: Type.Boolean({ description: 'Whether the server can send e-mail' }),
    maintenanceMode: Type.Boolean({ description: 'While true, changes are refused with 503' }),
    frontendApiOrigins: Type.Array(Type.String(), {
      description: 'Origins whose pages may call the frontend API',
    }),
    authenticationType: Type.String(),
    flags: Type.Object(
      { embedProxy: Type.Literal(true), embedProxyFrontend: Type.Literal(true) },
      { description: 'The frontend API is part of the server' },
    ),
    links: Type.Array(Type.Object({}), { description: 'Always empty' }),
    prometheusAPIAvailable: Type.Boolean(),
    oidcConfiguredThroughEnv: Type.Boolean(),
    samlConfiguredThroughEnv: Type.Boolean(),
    versionInfo: Type.Object({
      current: Type.Object({ oss: Type.String() }),
      latest: Type.Object({}, { description: 'Always empty: no other server is contacted' }),
      isLatest: Type.Boolean({ description: 'Always true, as no newer version is known' }),
      instanceId: Type.String({ description: 'The same for all processes on one database' }),
    }),
  },
  { $id: 'UiConfig' },
);
export type UiConfig = Static<typeof UiConfig>;

export const FrontendSettings = Type.Object(
  { frontendApiOrigins: Origins },
  { additionalProperties: false },
);

export const UiSettings = Type.Object(
  { frontendSettings: FrontendSettings },
  { additionalProperties: false },
);

export const Maintenance = Type.Object({
  enabled: Type.Boolean({ description: 'While true, changes are refused with 503' }),
});

export const MaintenanceSwitch = Type.Object(Maintenance.properties, {
  additionalProperties: false,
});
