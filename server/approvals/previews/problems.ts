import { typesChanging } from '../../events/catalogue.ts';
import type { EventType } from '../../events/types.ts';
import type { Clash } from './merge.ts';
import type { Trace } from './queries.ts';
import {
  type CurrentState,
  flagsOf,
  isOfStrategy,
  judgeAll,
  type Place,
  placeKey,
  type RecordedProposal,
  segmentsOf,
  strategyIdOf,
} from './rules.ts';

export type JudgedChange = RecordedProposal & { id: number };
export type JudgedRequest = Place & { id: number; changes: readonly JudgedChange[] };

/** What stands in the way of a change, or of all changes to a flag; who did it is asked by `trace`. */
export type Problem = {
  changeId?: number;
  flag?: string;
  what: string;
  /** The places that clash, for a person to read. */
  where?: string;
  clashes: Clash[];
  trace: Trace;
};

/** Everything that stands in the way of a request. */
export function problemsOf(current: CurrentState, request: JudgedRequest): Problem[] {
  const verdicts = judgeAll(current, request.environment, request.changes);
  const lost = new Map<string, Problem>();
  for (const { flag } of request.changes) {
    const problem = flag === null ? undefined : loss(current, request, flag);
    if (problem && flag !== null) lost.set(flag, { ...problem, flag });
  }
  const rest = request.changes
    .filter(({ flag }) => flag === null || !lost.has(flag))
    .flatMap((change) => {
      const clashes = verdicts.get(change.id)?.clashes ?? [];
      const problem =
        clashes.length > 0 ? overlap(request, change, clashes) : missing(current, request, change);
      return problem ? [{ ...problem, changeId: change.id }] : [];
    });
  return [...lost.values(), ...rest];
}

/** Why nothing can be done to the flag any more. */
function loss(current: CurrentState, place: Place, name: string): Problem | undefined {
  const flag = current.flags.get(name);
  if (!flag) return simple(`flag ${name} was deleted`, name, 'feature-deleted');
  if (flag.project !== place.project) {
    return simple(`flag ${name} was moved to another project`, name, 'feature-project-change');
  }
  if (flag.archivedAt !== null)
    return simple(`flag ${name} was archived`, name, 'feature-archived');
  if (current.places.has(placeKey(place.environment, name))) return undefined;
  return simple(`flag ${name} is no longer in environment ${place.environment}`, name);
}

/** Something the change needs besides what it changes. */
function missing(
  current: CurrentState,
  { project }: Place,
  change: JudgedChange,
): Problem | undefined {
  const kept = (change.base as { segments?: number[] } | null)?.segments ?? [];
  const segment = segmentsOf(change).find((id) => !current.segments.has(id) && !kept.includes(id));
  if (segment !== undefined) {
    return { what: `segment ${segment} was deleted`, clashes: [], trace: ofSegment(segment) };
  }
  const [, parent] = flagsOf(change);
  if (parent === undefined) return undefined;
  const found = current.flags.get(parent);
  if (found?.project === project && found.archivedAt === null) return undefined;
  const types = ['feature-archived', 'feature-deleted', 'feature-project-change'] as const;
  return simple(`flag ${parent} cannot be depended on any more`, parent, ...types);
}

/** Two edits of the same thing that do not go together. */
function overlap(
  { environment }: Place,
  change: JudgedChange,
  clashes: Clash[],
): Omit<Problem, 'changeId'> {
  const { flag, segmentId } = change;
  const gone = clashes.some(({ path, current }) => path === '' && (current ?? null) === null);
  const paths = clashes.map(({ path }) => path.slice(1).replaceAll('/', '.')).filter(Boolean);
  const where = paths.length === 0 ? {} : { where: paths.join(', ') };
  const became = gone ? 'was removed' : 'was changed';
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

function nameIn({ base }: JudgedChange): string | undefined {
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
