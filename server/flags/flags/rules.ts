import { displayNameOf, imageUrlOf } from '../../identity/users/rules.ts';
import { adminTokenId, systemCaller } from '../../platform/caller.ts';
import { badData, noAccess, notFound } from '../../platform/errors.ts';
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
  /** Increases with every change of these columns; compared with `If-Match`. */
  version: number;
};

/** A flag as events contain it. */
export const flagData = ({ archivedAt, version: _, ...flag }: FlagData) => ({
  ...flag,
  archived: archivedAt !== null,
  ...(archivedAt === null ? {} : { archivedAt }),
});

/** The path parameters that identify a flag. */
export type FlagParams = { projectId: string; featureName: string };

export const flagKeyOf = (params: FlagParams) => ({
  project: params.projectId,
  name: params.featureName,
});

/** Archived flags cannot be changed. */
export function assertActive({ name, archivedAt }: FlagData): void {
  if (archivedAt !== null) throw badData(`Flag "${name}" is archived. Revive it first.`);
}

const nameLengthMax = 100;

/** Names are used in URLs unencoded. */
export function assertUrlFriendly(name: string, path: string): void {
  if (name.length < 1 || name.length > nameLengthMax) {
    throw badData(`A name must have 1 to ${nameLengthMax} characters.`, path);
  }
  if (name === '.' || name === '..' || encodeURIComponent(name) !== name) {
    throw badData(`"${name}" is not URL-friendly. Allowed: A-Z a-z 0-9 - _ . ! ~ * ' ( )`, path);
  }
  // Names are keys of JSON objects in usage reports, and Fastify refuses bodies with this key.
  if (name === '__proto__') throw badData('"__proto__" cannot be a name.', path);
}

/** A flag before it is inserted. */
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
  // Truncated to milliseconds: PostgreSQL would round the end of the year 9999 up to 10000.
  ...(input.createdAt === undefined ? {} : { createdAt: new Date(input.createdAt).toISOString() }),
});

/** What a project requires of its flags. */
export type ProjectLimits = {
  id: string;
  archivedAt: string | null;
  flagLimit: number | null;
  pattern: string | null;
  example: string | null;
};

/** An archived project accepts no flags and is reported as not found. */
export function assertActiveProject(
  id: string,
  limits: ProjectLimits | undefined,
): asserts limits is ProjectLimits {
  if (!limits) throw notFound('Project', id);
  if (limits.archivedAt !== null) throw notFound('Active project', id);
}

export function assertRoom({ id, flagLimit }: ProjectLimits, active: number, added: number): void {
  if (flagLimit === null || active + added <= flagLimit) return;
  throw noAccess(
    `Project "${id}" has ${active} flags. Its flag limit is ${flagLimit}. Archive some first.`,
  );
}

export function refuseName({ id, pattern, example }: ProjectLimits, name: string, path: string) {
  const such = example === null ? '' : `, such as "${example}"`;
  return badData(
    `Flag "${name}" does not match the pattern ${pattern} of project "${id}"${such}.`,
    path,
  );
}

/** Repeated names count once. */
export function assertAllFound(names: Iterable<string>, found: readonly { name: string }[]): void {
  const known = new Set(found.map(({ name }) => name));
  const missing = [...new Set(names)].filter((name) => !known.has(name));
  if (missing.length > 0) throw notFound('Flag', missing.slice(0, 10).join('", "'));
}

export const entityTag = (version: number) => `"v${version}"`;

export type FlagPatch = Partial<
  Pick<FlagData, 'description' | 'type' | 'stale' | 'impressionData'>
>;

/** Undefined if nothing changes. */
export function changeFlag(before: FlagData, patch: FlagPatch): FlagData | undefined {
  const after = { ...before, ...patch };
  const keys = Object.keys(patch) as (keyof FlagPatch)[];
  if (keys.every((key) => after[key] === before[key])) return undefined;
  return { ...after, version: before.version + 1 };
}

/** Read-only members may be sent back, but not changed. */
export function readUpdate(
  before: FlagData,
  { name, project, archived, ...patch }: FlagUpdate,
): FlagPatch {
  assertUnchanged('name', name, before.name);
  assertUnchanged('project', project, before.project);
  assertUnchanged('archived', archived, before.archivedAt !== null);
  return patch;
}

function assertUnchanged(member: string, sent: unknown, current: unknown): void {
  if (sent === undefined || sent === current) return;
  throw badData(`"${member}" cannot be changed here. It is ${current}.`, `/body/${member}`);
}

/** A patch that removes the description sets it to null. */
export function readPatched(
  before: FlagData,
  { createdAt, description = null, ...update }: PatchedFlag,
): FlagPatch {
  assertUnchanged('createdAt', createdAt, before.createdAt);
  return readUpdate(before, { ...update, description });
}

/** Variants were once members of flags, and older clients still patch them. */
export function assertNoVariants(patch: JsonPatch): void {
  if (!patch.some(({ path }) => /^\/variants(\/|$)/.test(path))) return;
  throw noAccess('Variants belong to environments and strategies. Change them there.');
}

export type TagKey = { type: string; value: string };

/** `type:value`, split at the first colon: values may contain colons. */
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

const systemCallers = new Map([
  [adminTokenId, 'Admin token'],
  [systemCaller.id, 'System'],
]);

/** The creator may be a deleted user; the id is 0 if the creator is unknown. */
export function creatorOf({ creatorId, creatorName, username, email }: CreatorRow): Creator {
  const id = creatorId ?? 0;
  return {
    id,
    name: systemCallers.get(id) ?? displayNameOf({ name: creatorName, username, email }),
    imageUrl: imageUrlOf({ id, username, email }),
  };
}
