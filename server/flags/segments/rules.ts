import { badData, conflict } from '../../platform/errors.ts';
import { checkConstraint, findUnchanged, type LegalValues } from '../strategies/constraints.ts';
import type { Constraint } from '../strategies/schema.ts';
import type { NewSegment, Segment } from './schema.ts';

/** The editable members of a segment. */
export type SegmentPlan = {
  name: string;
  description: string | null;
  project: string | null;
  constraints: Constraint[];
};

/** A segment as it is stored and as events contain it. */
export type SegmentData = SegmentPlan & {
  id: number;
  createdBy: string | null;
  createdAt: string;
};

export type StoredSegment = Segment & { version: number };

const valuesMax = 1000;
/** An error message names at most this many flags and projects. */
export const namedMax = 10;

export const planSegment = (input: NewSegment, legalValues: LegalValues): SegmentPlan =>
  replacePlan({ name: '', description: null, project: null, constraints: [] }, input, legalValues);

/** An omitted project is unchanged; null and the empty text mean all projects. */
export const projectIn = (
  { project }: Pick<NewSegment, 'project'>,
  before: string | null = null,
) => (project === undefined ? before : project || null);

/** An omitted description or project is unchanged. */
export const replaceSegment = (
  before: SegmentData,
  input: NewSegment,
  legalValues: LegalValues,
): SegmentData => ({ ...before, ...replacePlan(before, input, legalValues) });

function replacePlan(
  before: SegmentPlan,
  { name, description, constraints, ...input }: NewSegment,
  legalValues: LegalValues,
): SegmentPlan {
  return {
    name: planSegmentName(name),
    description: description === undefined ? before.description : description,
    project: projectIn(input, before.project),
    constraints: planConstraints(before.constraints, constraints, legalValues),
  };
}

export function planSegmentName(text: string): string {
  const name = text.trim();
  if (name === '') throw badData('"name" must not be blank.', '/body/name');
  return name;
}

/** The distinct context fields that the constraints use. */
export const contextNamesOf = (constraints: readonly Constraint[]): string[] => [
  ...new Set(constraints.map(({ contextName }) => contextName)),
];

/** Flags with strategies, and projects with default strategies, that use a segment. */
export type SegmentUses = {
  flags: string[];
  projects: string[];
  /** Whether private projects that cannot be named use it too. */
  hidden: boolean;
};

export function assertUnused({ name }: SegmentData, uses: SegmentUses): void {
  const users = listOfUsers(uses);
  if (users !== '') throw conflict(`Segment "${name}" is used by strategies of ${users}.`);
}

/** A segment of one project cannot be used in another; `elsewhere` are its uses there. */
export function assertUsedNowhereElse(elsewhere: SegmentUses, project: string): void {
  const users = listOfUsers(elsewhere);
  if (users === '') return;
  const message = `It cannot belong to project "${project}" while strategies of ${users} use it.`;
  throw badData(message, '/body/project');
}

function planConstraints(
  before: readonly Constraint[],
  wanted: readonly Constraint[],
  legalValues: LegalValues,
): Constraint[] {
  const values = wanted.reduce((sum, constraint) => sum + (constraint.values?.length ?? 0), 0);
  if (values > valuesMax) {
    throw badData(`A segment has at most ${valuesMax} values, not ${values}.`, '/body/constraints');
  }
  return wanted.map(
    (constraint, index) =>
      findUnchanged(before, constraint) ??
      checkConstraint(constraint, legalValues, `/body/constraints/${index}`),
  );
}

const listOfUsers = ({ flags, projects, hidden }: SegmentUses) =>
  [
    ...named('flag', flags),
    ...named('project', projects),
    ...(hidden ? ['private projects'] : []),
  ].join(' and of ');

function named(kind: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const rest = names.length > namedMax ? ' and others' : '';
  const kinds = names.length === 1 ? kind : `${kind}s`;
  return [`${kinds} ${names.slice(0, namedMax).join(', ')}${rest}`];
}
