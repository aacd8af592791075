import { typesChanging } from '../../events/catalogue.ts';
import type { EventType } from '../../events/types.ts';
import { type Consequence, consequenceOf } from './consequences.ts';
import { outdatedDependencies } from './dependencies.ts';
import type { Clash } from './merge.ts';
import type { Trace } from './queries.ts';
import {
  type CurrentState,
  flagEnvironmentKey,
  flagsOf,
  isOfStrategy,
  type MergeResult,
  mergeChanges,
  type RecordedProposal,
  type Scope,
  strategyIdOf,
} from './rules.ts';

export type StoredChange = RecordedProposal & { id: number };
export type StoredRequest = Scope & { id: number; changes: readonly StoredChange[] };

/** A conflict of a change, or of all changes to a flag; `trace` finds who caused it. */
export type Problem = {
  changeId?: number;
  flag?: string;
  what: string;
  /** The conflicting paths, readable for people. */
  where?: string;
  clashes: Clash[];
  trace: Trace;
};

export function problemsOf(current: CurrentState, request: StoredRequest): Problem[] {
  const results = mergeChanges(current, request.environment, request.changes);
  const byFlag = new Map<string, Problem>();
  for (const { flag } of request.changes) {
    const problem = flag === null ? undefined : flagProblem(current, request, flag);
    if (problem && flag !== null) byFlag.set(flag, { ...problem, flag });
  }
  const consequences = consequencesOf(current, request, results);
  const rest = request.changes
    .filter(({ flag }) => flag === null || !byFlag.has(flag))
    .flatMap((change) => {
      const clashes = results.get(change.id)?.clashes ?? [];
      const problem =
        clashes.length > 0
          ? overlap(request, change, clashes)
          : (missing(current, request, change) ??
            outdated(current, request, change, consequences.get(change.flag ?? '')));
      return problem ? [{ ...problem, changeId: change.id }] : [];
    });
  return [...byFlag.values(), ...rest];
}

/** By flag; `results` are those of all changes of the request. */
export function consequencesOf(
  { flagEnvironments }: CurrentState,
  { environment, changes }: Pick<StoredRequest, 'environment' | 'changes'>,
  results: ReadonlyMap<number, MergeResult>,
): Map<string, Consequence | undefined> {
  const flags = new Set(changes.flatMap(({ flag }) => flag ?? []));
  return new Map(
    [...flags].map((name) => {
      const state = flagEnvironments.get(flagEnvironmentKey(environment, name));
      const own = changes.filter(({ flag }) => flag === name);
      return [name, state && consequenceOf(state, own, results)];
    }),
  );
}

/** Why the flag cannot be changed any more. */
function flagProblem(current: CurrentState, scope: Scope, name: string): Problem | undefined {
  const flag = current.flags.get(name);
  if (!flag) return simple(`flag ${name} was deleted`, name, 'feature-deleted');
  if (flag.project !== scope.project) {
    return simple(`flag ${name} was moved to another project`, name, 'feature-project-change');
  }
  if (flag.archivedAt !== null)
    return simple(`flag ${name} was archived`, name, 'feature-archived');
  if (current.flagEnvironments.has(flagEnvironmentKey(scope.environment, name))) return undefined;
  return simple(`flag ${name} is no longer in environment ${scope.environment}`, name);
}

/** A missing segment that it changes, or a parent that it refers to. */
function missing(
  current: CurrentState,
  { project }: Scope,
  change: StoredChange,
): Problem | undefined {
  const { segmentId } = change;
  if (segmentId !== null && !current.segments.has(segmentId)) {
    return { what: `segment ${segmentId} was deleted`, clashes: [], trace: ofSegment(segmentId) };
  }
  const [, parent] = flagsOf(change);
  if (parent === undefined) return undefined;
  const found = current.flags.get(parent);
  if (found?.project === project && found.archivedAt === null) return undefined;
  const types = ['feature-archived', 'feature-deleted', 'feature-project-change'] as const;
  return simple(`flag ${parent} cannot be depended on any more`, parent, ...types);
}

/** What the change refers to is not what it was when the change was proposed. */
function outdated(
  current: CurrentState,
  scope: Scope,
  change: StoredChange,
  consequence: Consequence | undefined,
): Problem | undefined {
  const [first] = outdatedDependencies(current, scope, change, consequence);
  return first && { what: `${first.name} ${first.became}`, clashes: [], trace: first.trace };
}

/** The keys of what changes of the request use in another version than the recorded one. */
export function outdatedKeys(
  current: CurrentState,
  request: Pick<StoredRequest, keyof Scope | 'changes'>,
): ReadonlySet<string | null> {
  const results = mergeChanges(current, request.environment, request.changes);
  const consequences = consequencesOf(current, request, results);
  return new Set(
    request.changes.flatMap((change) =>
      outdatedDependencies(current, request, change, consequences.get(change.flag ?? '')).map(
        ({ key }) => key,
      ),
    ),
  );
}

/** Two conflicting edits of the same subject. */
function overlap(
  { environment }: Scope,
  change: StoredChange,
  clashes: Clash[],
): Omit<Problem, 'changeId'> {
  const { flag, segmentId } = change;
  const deleted = clashes.some(({ path, current }) => path === '' && (current ?? null) === null);
  const paths = clashes.map(({ path }) => path.slice(1).replaceAll('/', '.')).filter(Boolean);
  const where = paths.length === 0 ? {} : { where: paths.join(', ') };
  const became = deleted ? 'was removed' : 'was changed';
  if (flag === null) {
    const name = nameIn(change) ?? String(segmentId);
    const trace = ofSegment(segmentId ?? 0);
    return { what: `segment ${name} ${became}`, ...where, clashes, trace };
  }
  const { noun, types, inEnvironment } = traces[change.action] ?? traces.updateStrategy;
  const ofStrategy = isOfStrategy(change.action);
  return {
    what: `${noun} ${ofStrategy ? `${nameIn(change)} ` : ''}of flag ${flag} ${became}`,
    ...where,
    clashes,
    trace: {
      flag,
      environment: inEnvironment ? environment : null,
      subject: ofStrategy ? strategyIdOf(change) : null,
      types,
    },
  };
}

type TraceOf = { noun: string; types: readonly EventType[]; inEnvironment: boolean };

const strategyTrace: TraceOf = {
  noun: 'strategy',
  types: typesChanging('strategy', 'order'),
  inEnvironment: true,
};

const dependencyTrace: TraceOf = {
  noun: 'the parent',
  types: typesChanging('dependency'),
  inEnvironment: false,
};

const traces: Record<string, TraceOf> & { updateStrategy: TraceOf } = {
  updateStrategy: strategyTrace,
  deleteStrategy: strategyTrace,
  reorderStrategy: {
    noun: 'the order of strategies',
    types: typesChanging('order', 'strategy'),
    inEnvironment: true,
  },
  patchVariant: {
    noun: 'the list of variants',
    types: typesChanging('variants'),
    inEnvironment: true,
  },
  updateEnabled: {
    noun: 'the switch',
    types: typesChanging('switch'),
    inEnvironment: true,
  },
  addDependency: dependencyTrace,
  deleteDependency: dependencyTrace,
};

function nameIn({ base }: StoredChange): string | undefined {
  const named = base as { name?: string; title?: string | null } | null;
  return named?.title ?? named?.name;
}

const simple = (what: string, flag: string, ...types: EventType[]): Problem => ({
  what,
  clashes: [],
  trace: { flag, environment: null, subject: null, types },
});

const ofSegment = (id: number): Trace => ({
  flag: null,
  environment: null,
  subject: String(id),
  types: [],
});
