import { badData, conflict, noAccess } from '../../platform/errors.ts';
import type { Naming } from './naming-pattern.ts';
import type { CreatedProject, NewProject } from './schema.ts';

/** A project as it is stored, apart from its moments. */
export type ProjectData = Pick<
  CreatedProject,
  'id' | 'name' | 'description' | 'mode' | 'defaultStickiness' | 'featureLimit'
> & { naming: Naming };

export type ProjectPatch = Partial<Omit<ProjectData, 'id'>>;

/** An environment of a project; null approvals: changes there need none. */
export type ProjectLink = { environment: string; requiredApprovals: number | null };

/** What a project may take up, in the order of the environments. */
export type EnvironmentOffer = { name: string; enabled: boolean; requiredApprovals: number | null };

export const defaultProject = 'default';

/** Words with a meaning of their own in paths and in tokens. */
export const reservedIds: readonly string[] = ['.', '..', '*', 'validate', 'archive', 'revive'];

const slugLengthMax = 90;

/** Refuses ids that an address would change or could mistake for something else. */
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

/** The name as part of an address: `Über uns!` becomes `uber-uns`. */
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

/** What the environments of a new project are, and where changes need approvals. */
export function planLinks(
  { environments, changeRequestEnvironments = [] }: NewProject,
  offers: readonly EnvironmentOffer[],
): ProjectLink[] {
  const names = environments ?? offers.filter(({ enabled }) => enabled).map(({ name }) => name);
  const unknown = names.find((name) => !offers.some((offer) => offer.name === name));
  if (unknown !== undefined) {
    throw badData(`Environment "${unknown}" does not exist.`, '/body/environments');
  }
  const approvals = new Map<string, number>();
  for (const { name, requiredApprovals = 1 } of changeRequestEnvironments) {
    if (!names.includes(name)) throw badLink(`${name} is not an environment of the project`);
    if (approvals.has(name)) throw badLink(`${name} is named twice`);
    approvals.set(name, requiredApprovals);
  }
  return offers
    .filter(({ name }) => names.includes(name))
    .map(({ name, requiredApprovals }) => ({
      environment: name,
      requiredApprovals: approvals.get(name) ?? requiredApprovals,
    }));
}

const badLink = (message: string) => badData(message, '/body/changeRequestEnvironments');

/** What is asked for wins over what the environment asks for. */
export function approvalsFor(
  { requiredApprovals }: EnvironmentOffer,
  wanted: boolean | undefined,
): number | null {
  if (wanted === false) return null;
  return requiredApprovals ?? (wanted ? 1 : null);
}

/** What the project becomes, or undefined when it stays what it is. */
export function patchProject(before: ProjectData, patch: ProjectPatch): ProjectData | undefined {
  const after = { ...before, ...patch };
  return JSON.stringify(dataOf(after)) === JSON.stringify(dataOf(before)) ? undefined : after;
}

/** A project as events and answers tell of it; a naming rule is there only when it is set. */
export const dataOf = (data: ProjectData) => ({
  id: data.id,
  name: data.name,
  description: data.description,
  mode: data.mode,
  defaultStickiness: data.defaultStickiness,
  featureLimit: data.featureLimit,
  ...namingOf(data),
});

export const namingOf = ({ naming }: Pick<ProjectData, 'naming'>) =>
  naming.pattern === null ? {} : { featureNaming: naming };

export function assertLive(id: string, archivedAt: string | null): void {
  if (archivedAt === null) return;
  throw conflict(`Project "${id}" is archived. Revive it first.`);
}

/** The default project stays, and so does any project in which flags are in use. */
export function assertMayGo(id: string, activeFlags: number, verb: 'archived' | 'deleted'): void {
  if (id === defaultProject) throw noAccess(`Project "${id}" cannot be ${verb}.`);
  if (activeFlags === 0) return;
  const flags = activeFlags === 1 ? '1 active flag' : `${activeFlags} active flags`;
  throw noAccess(`Project "${id}" has ${flags} and cannot be ${verb}. Archive them first.`);
}

export type FlagCounts = { total: number; stale: number; potentiallyStale: number };

/** The share of flags that are not stale in any way, in whole percent; none at all is healthy. */
export function healthOf({ total, stale, potentiallyStale }: FlagCounts): number {
  return total === 0 ? 100 : Math.round(100 * (1 - (stale + potentiallyStale) / total));
}
