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

/** The first version of each SDK that knows that a flag can depend on another. */
const oldest: ReadonlyMap<string, string> = new Map([
  ['unleash-client-node', '5.3.2'],
  ['unleash-client-java', '9.2.0'],
  ['unleash-client-go', '4.1.0'],
  ['unleash-client-python', '5.9.2'],
  ['unleash-client-ruby', '5.0.0'],
  ['unleash-client-dotnet', '4.1.3'],
  ['unleash-client-php', '1.13.0'],
]);

/** Of an SDK that is not known, or that says no version, nothing can be said. */
export function isOutdated(sdk: string): boolean {
  const [name = '', version = ''] = sdk.split(':');
  const wanted = numbersIn(oldest.get(name) ?? '');
  const numbers = numbersIn(version);
  if (!wanted || !numbers) return false;
  const at = wanted.findIndex((number, place) => number !== numbers[place]);
  return at !== -1 && (numbers[at] ?? 0) < (wanted[at] ?? 0);
}

function numbersIn(version: string): number[] | undefined {
  const found = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})/.exec(version);
  return found?.slice(1).map(Number);
}
