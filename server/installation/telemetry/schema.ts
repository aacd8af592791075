import { type Static, Type } from 'typebox';

export const TelemetrySettings = Type.Object({
  versionInfoCollectionEnabled: Type.Boolean({ description: 'Always false' }),
  featureInfoCollectionEnabled: Type.Boolean({ description: 'Always false' }),
});
export type TelemetrySettings = Static<typeof TelemetrySettings>;

export const UiError = Type.Object(
  {
    errorMessage: Type.String({ maxLength: 2000 }),
    errorStack: Type.Optional(Type.String({ maxLength: 20_000 })),
  },
  { additionalProperties: false },
);
