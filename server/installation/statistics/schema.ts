import { type Static, Type } from 'typebox';
import { DateTime } from '../../platform/http/schema.ts';

const Count = Type.Integer({ minimum: 0 });
const count = (description: string) => Type.Integer({ minimum: 0, description });

export const InstanceStatistics = Type.Object(
  {
    instanceId: Type.String({ description: 'The same for all processes on one database' }),
    timestamp: DateTime,
    versionOSS: Type.String({ description: 'Version of this server' }),
    users: count('Without service accounts'),
    activeUsers: Type.Object(
      { last7: Count, last30: Count, last60: Count, last90: Count },
      { description: 'Users who logged in or used a personal token in the last days' },
    ),
    productionChanges: Type.Object(
      { last30: Count, last60: Count, last90: Count },
      { description: 'Events in environments of type production, by days (UTC)' },
    ),
    previousDayMetricsBucketsCount: Type.Object(
      { enabledCount: Count, variantCount: Count },
      { description: 'Hourly counts that were stored for the day before (UTC)' },
    ),
    featureToggles: count('Flags that are not archived'),
    projects: count('Projects that are not archived'),
    contextFields: Count,
    roles: Count,
    groups: Count,
    environments: Count,
    segments: Count,
    strategies: count('Strategy types'),
    clientApps: Type.Array(
      Type.Object({
        range: Type.Union([Type.Literal('allTime'), Type.Literal('30d'), Type.Literal('7d')]),
        count: count('Applications that reported in the range and are still known'),
      }),
    ),
    apiTokens: Type.Object({ admin: Count, client: Count, frontend: Count }),
    featureExports: count('Events of exports'),
    featureImports: count('Events of imports'),
    SAMLenabled: Type.Boolean(),
    OIDCenabled: Type.Boolean(),
    maxEnvironmentStrategies: count('Most strategies of a flag in one environment'),
    maxConstraints: count('Most constraints of a strategy'),
    maxConstraintValues: count('Most values of a constraint'),
  },
  { $id: 'InstanceStatistics' },
);
export type InstanceStatistics = Static<typeof InstanceStatistics>;
