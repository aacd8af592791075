import type { Application } from './schema.ts';

/** An SDK instance that registered or reported metrics. */
export type InstanceReport = {
  application: string;
  environment: string;
  instance: string;
  kind: 'client' | 'frontend';
  /** The projects of its token; undefined means all projects. */
  projects: readonly string[] | undefined;
  sdkVersion: string | null;
  /** Undefined if not reported. */
  strategies: readonly string[] | undefined;
  /** In milliseconds. */
  seenAt: number;
};

export const instanceKey = ({ application, environment, instance }: InstanceReport) =>
  `${application}\n${environment}\n${instance}`;

/** SDKs report their strategies, and some their version, only when they register. */
export const mergeInstances = (older: InstanceReport, newer: InstanceReport): InstanceReport => ({
  ...newer,
  sdkVersion: newer.sdkVersion ?? older.sdkVersion,
  strategies: newer.strategies ?? older.strategies,
});

/** Strategy names of an application: SDKs have about ten of their own. */
export const strategiesMax = 100;

export type ApplicationRow = {
  name: string;
  /** `frontend` if only frontend SDKs reported it. */
  kind: 'client' | 'frontend';
  /** Null leaves the stored ones unchanged. */
  strategies: string[] | null;
  seenAt: string;
};

/** One row per application, by name, so that concurrent writers cannot deadlock. */
export function applicationsOf(reports: readonly InstanceReport[]): ApplicationRow[] {
  const rows = new Map<string, ApplicationRow>();
  for (const { application: name, kind, strategies, seenAt } of reports) {
    const row = rows.get(name) ?? { name, kind, strategies: null, seenAt: '' };
    if (kind === 'client') row.kind = kind;
    const text = new Date(seenAt).toISOString();
    if (text > row.seenAt) row.seenAt = text;
    if (strategies) {
      const names = new Set([...(row.strategies ?? []), ...strategies]);
      row.strategies = [...names].sort().slice(0, strategiesMax);
    }
    rows.set(name, row);
  }
  return [...rows.values()].sort(byKey(({ name }) => name));
}

export type InstanceRow = {
  application: string;
  environment: string;
  instance: string;
  kind: 'client' | 'frontend';
  sdkVersion: string | null;
  seenAt: string;
};

export const instancesOf = (reports: readonly InstanceReport[]): InstanceRow[] =>
  reports
    .map(({ application, environment, instance, kind, sdkVersion, seenAt }) => ({
      application,
      environment,
      instance,
      kind,
      sdkVersion,
      seenAt: new Date(seenAt).toISOString(),
    }))
    .sort(byKey(({ application, environment, instance }) => [application, environment, instance]));

export type ProjectRow = { application: string; environment: string; project: string | null };

/** The projects that the tokens of an application cover; null means all projects. */
export function projectsOf(reports: readonly InstanceReport[]): ProjectRow[] {
  const rows = new Map<string, ProjectRow>();
  for (const { application, environment, projects } of reports) {
    for (const project of projects ?? [null]) {
      rows.set(`${application}\n${environment}\n${project}`, { application, environment, project });
    }
  }
  return [...rows.values()].sort(
    byKey(({ application, environment, project }) => [application, environment, project ?? '']),
  );
}

const byKey =
  <T>(keyOf: (row: T) => string | readonly string[]) =>
  (one: T, other: T) => {
    const [left, right] = [JSON.stringify(keyOf(one)), JSON.stringify(keyOf(other))];
    return left < right ? -1 : left > right ? 1 : 0;
  };

type DescriptionMember = 'description' | 'url' | 'color' | 'icon';

export type KnownApplication = Omit<Application, DescriptionMember> &
  Record<DescriptionMember, string | null>;

/** Members without a value are omitted. */
export const viewApplication = (application: KnownApplication): Application => ({
  appName: application.appName,
  strategies: application.strategies,
  usage: application.usage,
  ...Object.fromEntries(
    (['description', 'url', 'color', 'icon'] as const)
      .map((member) => [member, application[member]] as const)
      .filter(([, text]) => text !== null),
  ),
});

/** The first version of each SDK that supports dependencies between flags. */
const minimumVersions: ReadonlyMap<string, string> = new Map([
  ['unleash-client-node', '5.3.2'],
  ['unleash-client-java', '9.2.0'],
  ['unleash-client-go', '4.1.0'],
  ['unleash-client-python', '5.9.2'],
  ['unleash-client-ruby', '5.0.0'],
  ['unleash-client-dotnet', '4.1.3'],
  ['unleash-client-php', '1.13.0'],
]);

export const isOutdated = (sdk: string): boolean => minimumFor(sdk) !== undefined;

/** The version that an outdated SDK needs; undefined for an unknown SDK or an unknown version. */
export function minimumFor(sdk: string): string | undefined {
  const [name = '', version = ''] = sdk.split(':');
  const minimumVersion = minimumVersions.get(name);
  const minimum = numbersIn(minimumVersion ?? '');
  const numbers = numbersIn(version);
  if (!minimum || !numbers) return undefined;
  const at = minimum.findIndex((number, index) => number !== numbers[index]);
  return at !== -1 && (numbers[at] ?? 0) < (minimum[at] ?? 0) ? minimumVersion : undefined;
}

function numbersIn(version: string): number[] | undefined {
  const found = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})/.exec(version);
  return found?.slice(1).map(Number);
}
