import { type Static, Type } from 'typebox';
import { Payload } from '../../flags/strategies/schema.ts';
import { Nullable } from '../../platform/http/schema.ts';

export const FrontendVariant = Type.Object({
  name: Type.String({ description: '`disabled` means none' }),
  enabled: Type.Boolean(),
  payload: Type.Optional(Payload),
  feature_enabled: Type.Boolean(),
  featureEnabled: Type.Boolean(),
});

export const FrontendFeatures = Type.Object(
  {
    toggles: Type.Array(
      Type.Object({
        name: Type.String(),
        enabled: Type.Boolean(),
        variant: FrontendVariant,
        impressionData: Type.Boolean(),
      }),
      { description: 'The flags that are enabled for the context, by name' },
    ),
  },
  { $id: 'FrontendFeatures' },
);
export type FrontendFeatures = Static<typeof FrontendFeatures>;

const Text = Type.String({ maxLength: 10_000 });
const Field = Type.Optional(Text);

/** Each parameter is a field of the context; `properties[name]` and unknown ones are properties. */
export const ContextQuery = Type.Object(
  {
    appName: Field,
    currentTime: Field,
    environment: Field,
    remoteAddress: Field,
    sessionId: Field,
    userId: Field,
  },
  { additionalProperties: Text },
);

/** The context of an evaluation; unknown members are properties. */
export const FrontendContext = Type.Object(
  {
    appName: Field,
    currentTime: Type.Optional(Type.String({ format: 'date-time' })),
    environment: Field,
    properties: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
    ),
    remoteAddress: Field,
    sessionId: Field,
    userId: Field,
  },
  { additionalProperties: true },
);

/** Without a body the context is empty. */
export const FrontendRequest = Nullable(
  Type.Object({ context: Type.Optional(FrontendContext) }, { additionalProperties: false }),
);
