import type {
  FlagConfiguration,
  FlagTarget,
  StrategyTarget,
} from '../../approvals/reconciliation/configuration.ts';
import { reconcileFlag, reconcileSegment } from '../../approvals/reconciliation/rules.ts';
import type { PlannedChange } from '../../approvals/reconciliation/schema.ts';
import { sentencesOf } from '../../approvals/reconciliation/sentences.ts';
import type { SegmentPlan } from '../../flags/segments/rules.ts';
import { badData, badDataIn, conflict, RequestError } from '../../platform/errors.ts';
import type {
  DeclaredEnvironment,
  DeclaredFlag,
  DeclaredSegment,
  DeclaredStrategy,
  Definition,
} from './schema.ts';

type Segment = SegmentPlan & { id: number };
/** Ids by name; those of new segments are negative. */
export type SegmentIds = ReadonlyMap<string, number>;

/** The prefix of the names that the definition lists completely; undefined if it does not. */
export const managedPrefix = ({ manages }: Definition): string | undefined => manages?.slice(0, -1);

/** The segments that are declared or used. */
export function segmentNamesIn({ segments = {}, flags = {} }: Definition): string[] {
  const used = Object.values(flags).flatMap(({ environments = {} }) =>
    Object.values(environments).flatMap(({ strategies = [] }) =>
      strategies.flatMap((strategy) => strategy.segments ?? []),
    ),
  );
  return [...new Set([...Object.keys(segments), ...used])];
}

export function assertConsistent(
  project: string,
  definition: Definition,
  environments: readonly string[],
): void {
  if (definition.project !== undefined && definition.project !== project) {
    const message = `The definition is of project "${definition.project}".`;
    throw badData(message, '/body/definition/project');
  }
  const prefix = managedPrefix(definition) ?? '';
  for (const [name, flag] of Object.entries(definition.flags ?? {})) {
    if (!name.startsWith(prefix)) {
      throw badData(`Flag "${name}" does not match "manages".`, '/body/definition/manages');
    }
    for (const [environment, declared] of Object.entries(flag.environments ?? {})) {
      const path = `/body/definition/flags/${name}/environments/${environment}`;
      if (!environments.includes(environment)) {
        throw badData(`Flag "${name}": the project has no environment "${environment}".`, path);
      }
      assertCanBeOn(name, environment, declared);
    }
  }
}

/** The server would add a strategy to it, which the definition does not have. */
function assertCanBeOn(flag: string, environment: string, declared: DeclaredEnvironment): void {
  const { enabled, strategies } = declared;
  if (enabled !== true || strategies === undefined) return;
  if (strategies.some(({ disabled }) => !disabled)) return;
  throw badData(
    `Flag "${flag}" is on in ${environment} and needs a strategy there that is not disabled.`,
    `/body/definition/flags/${flag}/environments/${environment}/strategies`,
  );
}

/** The changes of the segments, and the ids of all segments by name. */
export function planSegments(
  project: string,
  { segments = {} }: Definition,
  stored: readonly Segment[],
): { changes: PlannedChange[]; ids: SegmentIds } {
  const ids = new Map(stored.map(({ name, id }) => [name, id]));
  const changes = Object.entries(segments).flatMap(([name, declared], index) => {
    const current = stored.find((segment) => segment.name === name);
    const newId = -1 - index;
    if (!current) ids.set(name, newId);
    return naming(`Segment "${name}"`, () =>
      reconcileSegment(current, segmentTarget(project, name, declared, current), newId),
    );
  });
  return { changes, ids };
}

function segmentTarget(
  project: string,
  name: string,
  { description, shared, constraints }: DeclaredSegment,
  current: Segment | undefined,
) {
  const unchanged = current ? current.project : project;
  return {
    name,
    description: description === undefined ? (current?.description ?? null) : description,
    project: shared === undefined ? unchanged : shared ? null : project,
    constraints,
  };
}

/** How each flag is to be; those that are managed and not declared are to be archived. */
export function targetsOf(
  { flags = {} }: Definition,
  managed: readonly string[],
  segments: SegmentIds,
): Map<string, FlagTarget> {
  const declared = Object.entries(flags).map(([name, flag]): [string, FlagTarget] => [
    name,
    targetOf(name, flag, segments),
  ]);
  const undeclared = managed.filter((name) => !Object.hasOwn(flags, name));
  return new Map([
    ...declared,
    ...undeclared.map((name): [string, FlagTarget] => [name, { archived: true }]),
  ]);
}

function targetOf(name: string, declared: DeclaredFlag, segments: SegmentIds): FlagTarget {
  const { tags, environments = {}, dependencies, ...metadata } = declared;
  const targets = Object.entries(environments).map(([environment, { strategies, ...rest }]) => [
    environment,
    {
      ...rest,
      ...(strategies && { strategies: strategies.map((it) => strategyTarget(name, it, segments)) }),
    },
  ]);
  return {
    ...(metadata as FlagTarget),
    archived: false,
    ...(tags && { tags: tags.map(parseTag) }),
    ...(dependencies && { dependencies: dependencies as NonNullable<FlagTarget['dependencies']> }),
    environments: Object.fromEntries(targets),
  };
}

function parseTag(text: string) {
  const at = text.indexOf(':');
  return { type: text.slice(0, at), value: text.slice(at + 1) };
}

function strategyTarget(
  flag: string,
  { segments = [], ...strategy }: DeclaredStrategy,
  ids: SegmentIds,
): StrategyTarget {
  const found = segments.map((segment) => {
    const id = ids.get(segment);
    if (id !== undefined) return id;
    throw badData(`Flag "${flag}" uses segment "${segment}", which the project does not have.`);
  });
  return { ...strategy, segments: found };
}

/** The changes of one flag, with segments by name in their sentences. */
export function planFlag(
  subject: { name: string; project: string; stickiness: string },
  current: { project: string; configuration: FlagConfiguration } | undefined,
  { target, segmentNames }: { target: FlagTarget; segmentNames: ReadonlyMap<number, string> },
): PlannedChange[] {
  if (current && current.project !== subject.project) {
    throw conflict(`Flag "${subject.name}" is in another project.`);
  }
  const changes = naming(`Flag "${subject.name}"`, () =>
    reconcileFlag(subject, current?.configuration, target),
  );
  return changes.map((change) =>
    change.action === 'updateStrategy'
      ? { ...change, sentences: sentencesOf(withNames(change, segmentNames)) }
      : change,
  );
}

/** Those that strategies of the flags use. */
export const segmentIdsIn = (flags: Iterable<{ configuration: FlagConfiguration }>): number[] => [
  ...new Set(
    [...flags].flatMap(({ configuration }) =>
      Object.values(configuration.environments).flatMap(({ strategies }) =>
        strategies.flatMap(({ segments }) => segments),
      ),
    ),
  ),
];

const withNames = (change: PlannedChange, names: ReadonlyMap<number, string>): PlannedChange => ({
  ...change,
  before: withSegmentNames(change.before, names),
  after: withSegmentNames(change.after, names),
});

const withSegmentNames = (strategy: unknown, names: ReadonlyMap<number, string>) => {
  const { segments = [], ...rest } = strategy as { segments?: number[] };
  return { ...rest, segments: segments.map((id) => names.get(id) ?? id) };
};

/** Errors say which flag or segment is wrong. */
function naming<T>(what: string, plan: () => T): T {
  try {
    return plan();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const details = error.details.map(({ message }) => ({ message: `${what}: ${message}` }));
    throw badDataIn(details[0]?.message ?? error.message, details);
  }
}
