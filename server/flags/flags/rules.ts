import { displayNameOf, imageUrlOf } from '../../identity/users/rules.ts';
import { adminTokenId, systemCaller } from '../../platform/caller.ts';
import { badData, noAccess, notFound, preconditionFailed } from '../../platform/errors.ts';
import type { JsonPatch } from '../../platform/http/schema.ts';
import type { Creator, FlagUpdate, NewFlag, PatchedFlag } from './schema.ts';

/** A flag's own columns, without its environments. */
export type FlagData = {
  name: string;
  description: string | null;
  type: string;
  project: string;
  stale: boolean;
  impressionData: boolean;
  createdAt: string;
  archivedAt: string | null;
  /** Grows with every change of these columns; what `If-Match` is compared with. */
  version: number;
};

/** A flag as events tell of it. */
export const flagData = ({ archivedAt, version: _, ...flag }: FlagData) => ({
  ...flag,
  archived: archivedAt !== null,
  ...(archivedAt === null ? {} : { archivedAt }),
});

/** The flag that a path names. */
export const flagKeyOf = (params: { projectId: string; featureName: string }) => ({
  project: params.projectId,
  name: params.featureName,
});

/** Whatever configures a flag needs it to be live. */
export function assertActive({ name, archivedAt }: FlagData): void {
  if (archivedAt !== null) throw badData(`Flag "${name}" is archived. Revive it first.`);
}

const nameLengthMax = 100;

/** Names stand in addresses, so they must be the same there as here. */
export function assertUrlFriendly(name: string, path: string): void {
  if (name.length < 1 || name.length > nameLengthMax) {
    throw badData(`A name must have 1 to ${nameLengthMax} characters.`, path);
  }
  if (name === '.' || name === '..' || encodeURIComponent(name) !== name) {
    throw badData(`"${name}" is not URL-friendly. Allowed: A-Z a-z 0-9 - _ . ! ~ * ' ( )`, path);
  }
  // Reports of usage have names as keys of JSON, and this one is refused there, here and elsewhere.
  if (name === '__proto__') throw badData('"__proto__" cannot be a name.', path);
}

/** What a flag is before it exists. */
export type FlagPlan = Omit<FlagData, 'createdAt' | 'archivedAt' | 'version'> & {
  createdAt?: string;
};

export const planFlag = (project: string, input: NewFlag): FlagPlan => ({
  name: input.name,
  project,
  type: input.type ?? 'release',
  description: input.description ?? null,
  stale: input.stale ?? false,
  impressionData: input.impressionData ?? false,
  // Cut to milliseconds here, for the database would round up, beyond the last year it can tell.
  ...(input.createdAt === undefined ? {} : { createdAt: new Date(input.createdAt).toISOString() }),
});

/** What a project asks of the flags that live in it. */
export type ProjectLimits = {
  id: string;
  archivedAt: string | null;
  flagLimit: number | null;
  pattern: string | null;
  example: string | null;
};

/** An archived project is no limits, and to whoever wants to add to it not there. */
export function assertOpen(
  id: string,
  limits: ProjectLimits | undefined,
): asserts limits is ProjectLimits {
  if (!limits) throw notFound('Project', id);
  if (limits.archivedAt !== null) throw notFound('An active project', id);
}

export function assertRoom(
  { id, flagLimit }: ProjectLimits,
  live: number,
  newcomers: number,
): void {
  if (flagLimit === null || live + newcomers <= flagLimit) return;
  throw noAccess(
    `Project "${id}" has ${live} flags. Its flag limit is ${flagLimit}. Archive some first.`,
  );
}

export function refuseName({ id, pattern, example }: ProjectLimits, name: string, path: string) {
  const such = example === null ? '' : `, such as "${example}"`;
  return badData(
    `Flag "${name}" does not match the pattern ${pattern} of project "${id}"${such}.`,
    path,
  );
}

/** A name repeated counts once; one that is not there, or not in the project, fails the whole call. */
export function assertAllFound(names: Iterable<string>, found: readonly { name: string }[]): void {
  const known = new Set(found.map(({ name }) => name));
  const missing = [...new Set(names)].filter((name) => !known.has(name));
  if (missing.length > 0) throw notFound('Flag', missing.slice(0, 10).join('", "'));
}

/** The header `If-Match` names the versions that the caller is ready to change; none means any. */
export function assertVersion(version: number, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const accepted = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (accepted.includes(entityTag(version))) return;
  throw preconditionFailed(
    `Somebody else changed it. Its version is ${entityTag(version)}. Read it again.`,
  );
}

export const entityTag = (version: number) => `"v${version}"`;

export type FlagPatch = Partial<
  Pick<FlagData, 'description' | 'type' | 'stale' | 'impressionData'>
>;

/** What the flag becomes, or undefined when it stays what it is. */
export function changeFlag(before: FlagData, patch: FlagPatch): FlagData | undefined {
  const after = { ...before, ...patch };
  const keys = Object.keys(patch) as (keyof FlagPatch)[];
  if (keys.every((key) => after[key] === before[key])) return undefined;
  return { ...after, version: before.version + 1 };
}

/** What a body may carry back from a read but not change. */
export function readUpdate(
  before: FlagData,
  { name, project, archived, ...patch }: FlagUpdate,
): FlagPatch {
  assertOwn('name', name, before.name);
  assertOwn('project', project, before.project);
  assertOwn('archived', archived, before.archivedAt !== null);
  return patch;
}

function assertOwn(member: string, sent: unknown, own: unknown): void {
  if (sent === undefined || sent === own) return;
  throw badData(`"${member}" cannot be changed here. It is ${own}.`, `/body/${member}`);
}

/** What a patch has made of the flag's own members; taking the description away empties it. */
export function readPatched(
  before: FlagData,
  { createdAt, description = null, ...update }: PatchedFlag,
): FlagPatch {
  assertOwn('createdAt', createdAt, before.createdAt);
  return readUpdate(before, { ...update, description });
}

/** They were members of flags once, and tools still try. */
export function assertNoVariants(patch: JsonPatch): void {
  if (!patch.some(({ path }) => /^\/variants(\/|$)/.test(path))) return;
  throw noAccess('Variants belong to environments and strategies. Change them there.');
}

export type TagKey = { type: string; value: string };

/** `type:value`, split at the first colon: values may hold more of them. */
export function readTagFilter(text: string, index: number): TagKey {
  const colon = text.indexOf(':');
  if (colon < 1 || colon === text.length - 1) {
    throw badData(`"${text}" is not a tag. Write it as type:value.`, `/query/tag/${index}`);
  }
  return { type: text.slice(0, colon), value: text.slice(colon + 1) };
}

type CreatorRow = {
  creatorId: number | null;
  creatorName: string | null;
  username: string | null;
  email: string | null;
};

const machines = new Map([
  [adminTokenId, 'Admin token'],
  [systemCaller.id, 'System'],
]);

/** Whoever made a flag: a user, also one who is gone; id 0 when nobody knows. */
export function creatorOf({ creatorId, creatorName, username, email }: CreatorRow): Creator {
  const id = creatorId ?? 0;
  return {
    id,
    name: machines.get(id) ?? displayNameOf({ name: creatorName, username, email }),
    imageUrl: imageUrlOf({ id, username, email }),
  };
}
