import { type Static, Type } from 'typebox';
import { DateTime, Nullable } from '../../platform/http/schema.ts';

// Every SDK reports members of its own, such as its platform: naming them would cost each report.
const open = { additionalProperties: true } as const;

const Name = Type.String({ minLength: 1, maxLength: 200 });
const Text = Type.Optional(Nullable(Type.String({ maxLength: 200 })));

/** The end of 9999, the last year with four digits. */
const timestampMax = 253_402_300_799_999;

/** RFC 3339 text or milliseconds since 1970. */
const Timestamp = Type.Union([DateTime, Type.Number({ minimum: 0, maximum: timestampMax })]);
export type Timestamp = Static<typeof Timestamp>;

/** Far above the evaluations between two reports, and low enough for exact sums. */
const Count = Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }));

const VariantCounts = Type.Optional(
  Type.Unsafe<Record<string, number>>({
    type: 'object',
    maxProperties: 1000,
    propertyNames: { maxLength: 200 },
    additionalProperties: { type: 'integer', minimum: 0, maximum: 1_000_000_000_000 },
  }),
);

const Counts = Type.Object({ yes: Count, no: Count, variants: VariantCounts }, open);
export type Counts = Static<typeof Counts>;

const Bucket = Type.Object(
  {
    start: Timestamp,
    stop: Timestamp,
    toggles: Type.Unsafe<Record<string, Counts>>({
      type: 'object',
      maxProperties: 100_000,
      propertyNames: { minLength: 1, maxLength: 200 },
      additionalProperties: Counts,
    }),
  },
  open,
);

const Sender = { appName: Name, instanceId: Text, sdkVersion: Text };

/** How often flags were evaluated since the last report. */
export const ClientMetrics = Type.Object(
  { ...Sender, bucket: Type.Optional(Nullable(Bucket)) },
  open,
);
export type ClientMetrics = Static<typeof ClientMetrics>;

const StrategyNames = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 1000 });

export const ClientRegistration = Type.Object(
  {
    ...Sender,
    strategies: StrategyNames,
    started: Timestamp,
    interval: Type.Number({ minimum: 0, description: 'Milliseconds between two reports' }),
  },
  open,
);
export type ClientRegistration = Static<typeof ClientRegistration>;

/** Metrics that a proxy collected from many applications. */
export const BulkMetrics = Type.Object(
  {
    applications: Type.Array(
      Type.Object(
        {
          ...Sender,
          environment: Name,
          strategies: Type.Optional(StrategyNames),
          sdkType: Type.Optional(
            Nullable(Type.Union([Type.Literal('frontend'), Type.Literal('backend')])),
          ),
        },
        open,
      ),
      { maxItems: 10_000 },
    ),
    metrics: Type.Array(
      Type.Object(
        {
          featureName: Name,
          appName: Name,
          environment: Name,
          timestamp: Type.Optional(Timestamp),
          yes: Count,
          no: Count,
          variants: VariantCounts,
        },
        open,
      ),
      { maxItems: 100_000 },
    ),
  },
  open,
);
export type BulkMetrics = Static<typeof BulkMetrics>;

export const BulkHeaders = Type.Object({
  'idempotency-key': Type.Optional(Type.String({ maxLength: 200 })),
});

export const UnknownFlags = Type.Object({
  unknownFlags: Type.Array(
    Type.Object({
      name: Type.String(),
      appName: Type.String(),
      environment: Type.String(),
      seenAt: DateTime,
    }),
    { description: 'Newest first, at most 1000' },
  ),
});

const hourCounts = {
  environment: Type.String(),
  timestamp: DateTime,
  yes: Type.Integer(),
  no: Type.Integer(),
};

export const FlagUsage = Type.Object({
  version: Type.Literal(1),
  maturity: Type.Literal('stable'),
  featureName: Type.String(),
  lastHourUsage: Type.Array(Type.Object(hourCounts), {
    description: 'The current hour if the flag was evaluated in it, otherwise the previous one',
  }),
  seenApplications: Type.Array(Type.String()),
});

export const RawUsage = Type.Object({
  version: Type.Literal(1),
  maturity: Type.Literal('stable'),
  data: Type.Array(
    Type.Object({
      featureName: Type.String(),
      appName: Type.String(),
      ...hourCounts,
      variants: Type.Unsafe<Record<string, number>>({
        type: 'object',
        additionalProperties: { type: 'integer' },
      }),
    }),
  ),
});

export const RawUsageQuery = Type.Object({
  hoursBack: Type.Optional(Type.Integer({ minimum: 1, maximum: 8760, default: 24 })),
});
