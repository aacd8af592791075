import { createHash } from 'node:crypto';
import { badData, conflict, noAccess } from '../../platform/errors.ts';
import type { Naming } from './naming-pattern.ts';
import type { CreatedProject, NewProject } from './schema.ts';

/** A project as it is stored, without its timestamps. */
export type ProjectData = Pick<
  CreatedProject,
  'id' | 'name' | 'mode' | 'defaultStickiness' | 'featureLimit'
> & { description: string | null; naming: Naming };

export type ProjectPatch = Partial<Omit<ProjectData, 'id'>>;

/** Null approvals: changes in the environment need no approval. */
export type ProjectLink = { environment: string; requiredApprovals: number | null };

/** An environment that can be added to a project, with its defaults. */
export type AvailableEnvironment = {
  name: string;
  enabled: boolean;
  requiredApprovals: number | null;
};

export const defaultProject = 'default';

/** Reserved in paths and in tokens. */
export const reservedIds: readonly string[] = ['.', '..', '*', 'validate', 'archive', 'revive'];

const slugLengthMax = 90;

/** Refuses ids that a URL would escape or that conflict with a path. */
export function assertProjectId(id: string): void {
  if (id.length < 1 || id.length > 100)
    throw badData('"id" must have 1 to 100 characters.', '/body/id');
  if (!/^[A-Za-z0-9_.!~*'()-]+$/.test(id)) {
    throw badData('"id" is not URL-friendly. Allowed: A-Z a-z 0-9 - _ . ! ~ * \' ( )', '/body/id');
  }
  if (reservedIds.includes(id))
    throw badData(`"id" must not be "${id}", which is reserved.`, '/body/id');
}

export function planName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw badData('"name" must not be blank.', '/body/name');
  return trimmed;
}

/** The name as part of a URL: `Über uns!` becomes `uber-uns`. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, slugLengthMax)
    .replace(/^-|-$/g, '');
  return slug === '' ? 'project' : slug;
}

/** The environments of a new project with their required approvals. */
export function planLinks(
  { environments, changeRequestEnvironments = [] }: NewProject,
  available: readonly AvailableEnvironment[],
): ProjectLink[] {
  const names = environments ?? available.filter(({ enabled }) => enabled).map(({ name }) => name);
  const unknown = names.find((name) => !available.some((environment) => environment.name === name));
  if (unknown !== undefined) {
    throw badData(`Environment "${unknown}" does not exist.`, '/body/environments');
  }
  const approvals = new Map<string, number>();
  for (const { name, requiredApprovals = 1 } of changeRequestEnvironments) {
    if (!names.includes(name)) throw badLink(`The project does not have environment "${name}".`);
    if (approvals.has(name)) throw badLink(`Environment "${name}" is repeated.`);
    approvals.set(name, requiredApprovals);
  }
  return available
    .filter(({ name }) => names.includes(name))
    .map(({ name, requiredApprovals }) => ({
      environment: name,
      requiredApprovals: approvals.get(name) ?? requiredApprovals,
    }));
}

const badLink = (message: string) => badData(message, '/body/changeRequestEnvironments');

/** The request overrides the default of the environment. */
export function approvalsFor(
  { requiredApprovals }: AvailableEnvironment,
  enabled: boolean | undefined,
): number | null {
  if (enabled === false) return null;
  return requiredApprovals ?? (enabled ? 1 : null);
}

/** Undefined when nothing changes. */
export function patchProject(before: ProjectData, patch: ProjectPatch): ProjectData | undefined {
  const after = { ...before, ...patch };
  return JSON.stringify(dataOf(after)) === JSON.stringify(dataOf(before)) ? undefined : after;
}

/** A project as events and responses contain it; the naming rule is omitted if it is not set. */
export const dataOf = (data: ProjectData) => ({
  id: data.id,
  name: data.name,
  description: data.description,
  mode: data.mode,
  defaultStickiness: data.defaultStickiness,
  featureLimit: data.featureLimit,
  ...namingOf(data),
});

/** The version of the settings; another one if any of them changes. */
export function etagOf(data: Omit<ProjectData, 'id'>): string {
  const { name, description, mode, defaultStickiness, featureLimit, naming } = data;
  const { pattern, example, description: explanation } = naming;
  const rule = [pattern, example, explanation];
  const settings = JSON.stringify([name, description, mode, defaultStickiness, featureLimit, rule]);
  return `"${createHash('sha256').update(settings).digest('base64url')}"`;
}

export const namingOf = ({ naming }: Pick<ProjectData, 'naming'>) =>
  naming.pattern === null ? {} : { featureNaming: naming };

export function assertLive(id: string, archivedAt: string | null): void {
  if (archivedAt === null) return;
  throw conflict(`Project "${id}" is archived. Revive it first.`);
}

/** Refuses the default project and projects with active flags. */
export function assertRemovable(
  id: string,
  activeFlags: number,
  verb: 'archived' | 'deleted',
): void {
  if (id === defaultProject) throw noAccess(`Project "${id}" cannot be ${verb}.`);
  if (activeFlags === 0) return;
  const flags = activeFlags === 1 ? '1 active flag' : `${activeFlags} active flags`;
  throw noAccess(`Project "${id}" has ${flags} and cannot be ${verb}. Archive them first.`);
}

export type FlagCounts = { total: number; stale: number; potentiallyStale: number };

/** Percentage of flags that are neither stale nor potentially stale; 100 without flags. */
export function healthOf({ total, stale, potentiallyStale }: FlagCounts): number {
  return total === 0 ? 100 : Math.round(100 * (1 - (stale + potentiallyStale) / total));
}
