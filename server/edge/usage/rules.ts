import type { DataScope } from '../../delivery/sdk/rules.ts';
import type { InstanceReport } from '../../usage/applications/rules.ts';
import type { Report } from '../../usage/metrics/rules.ts';
import type { BulkMetrics } from '../../usage/metrics/schema.ts';
import { keyOf } from '../tokens/rules.ts';

type Reported = { reports: Report[]; instances: InstanceReport[] };

const hourMs = 3_600_000;

/** The application of counts whose token reported too many applications. */
const otherApplications = 'other';

/** Which scope a token needs to report a flag, or an instance, that was reported with this one. */
type Narrow = (scope: DataScope, flag: string | undefined) => DataScope;

/** The reports by the scope that a token of the upstream must cover. */
export function groupByScope(
  { reports, instances }: Reported,
  narrow: Narrow,
): (Reported & { scope: DataScope })[] {
  const groups = new Map<string, Reported & { scope: DataScope }>();
  const groupOf = (scope: DataScope) => {
    const key = keyOf(scope);
    const group = groups.get(key) ?? { scope, reports: [], instances: [] };
    groups.set(key, group);
    return group;
  };
  for (const report of reports) {
    const { environment, flag } = report;
    const projects = report.scope === null ? undefined : report.scope.split(',');
    groupOf(narrow({ environment, projects }, flag)).reports.push(report);
  }
  for (const instance of instances) {
    const { environment, projects } = instance;
    groupOf(narrow({ environment, projects }, undefined)).instances.push(instance);
  }
  return [...groups.values()];
}

/** The body of a bulk report. */
export const bulkOf = ({ reports, instances }: Reported): BulkMetrics => ({
  applications: instances.map((instance) => ({
    appName: instance.application,
    environment: instance.environment,
    instanceId: instance.instance,
    // Unleash refuses null.
    ...(instance.sdkVersion === null ? {} : { sdkVersion: instance.sdkVersion }),
    sdkType: instance.kind === 'frontend' ? 'frontend' : 'backend',
    started: new Date(instance.seenAt).toISOString(),
    interval: 10,
    ...(instance.strategies ? { strategies: [...instance.strategies] } : {}),
    connectVia: [{ appName: 'pennon-edge', instanceId: 'edge' }],
  })),
  metrics: reports.map((report) => ({
    featureName: report.flag,
    appName: report.application ?? otherApplications,
    environment: report.environment,
    // Within the hour of the report, also if it was received later.
    timestamp: new Date(
      Math.max(report.hour, Math.min(report.seenAt, report.hour + hourMs - 1)),
    ).toISOString(),
    yes: report.yes,
    no: report.no,
    variants: Object.fromEntries(report.variants),
  })),
});
