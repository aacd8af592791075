/** An SDK that showed itself, by registering or by reporting. */
export type Sighting = {
  application: string;
  environment: string;
  instance: string;
  kind: 'client' | 'frontend';
  /** Of its token; undefined means every project. */
  projects: readonly string[] | undefined;
  sdkVersion: string | null;
  /** Undefined when it did not say. */
  strategies: readonly string[] | undefined;
  /** In milliseconds. */
  seenAt: number;
};

export const sightingKey = ({ application, environment, instance }: Sighting) =>
  `${application}\n${environment}\n${instance}`;

export type ApplicationRow = {
  name: string;
  /** Null keeps what is known. */
  strategies: string[] | null;
  seenAt: string;
};

/** One row an application, by name, so that writers of the same ones never deadlock. */
export function applicationsOf(sightings: readonly Sighting[]): ApplicationRow[] {
  const rows = new Map<string, ApplicationRow>();
  for (const { application: name, strategies, seenAt } of sightings) {
    const row = rows.get(name) ?? { name, strategies: null, seenAt: '' };
    const text = new Date(seenAt).toISOString();
    if (text > row.seenAt) row.seenAt = text;
    if (strategies) {
      row.strategies = [...new Set([...(row.strategies ?? []), ...strategies])].sort();
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

export const instancesOf = (sightings: readonly Sighting[]): InstanceRow[] =>
  sightings
    .map(({ application, environment, instance, kind, sdkVersion, seenAt }) => ({
      application,
      environment,
      instance,
      kind,
      sdkVersion,
      seenAt: new Date(seenAt).toISOString(),
    }))
    .sort(byKey(({ application, environment, instance }) => [application, environment, instance]));

export type ReachRow = { application: string; environment: string; project: string | null };

/** The projects that the tokens of an application reach; null is all of them. */
export function reachOf(sightings: readonly Sighting[]): ReachRow[] {
  const rows = new Map<string, ReachRow>();
  for (const { application, environment, projects } of sightings) {
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
