import { recordEvent } from '../../events/record.ts';
import { grantOwnerRole } from '../../identity/project-access/commands.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { alreadyExists, conflict, notFound } from '../../platform/errors.ts';
import { assertMatch } from '../../platform/etags.ts';
import { noNaming, planNaming } from './naming-pattern.ts';
import {
  countActiveFlags,
  findFreeId,
  insertLinks,
  insertProject,
  lockAvailableEnvironments,
  lockProject,
  projectExists,
  saveProject,
  setArchived,
} from './queries.ts';
import {
  assertLive,
  assertProjectId,
  assertRemovable,
  dataOf,
  etagOf,
  type ProjectData,
  type ProjectLink,
  type ProjectPatch,
  patchProject,
  planLinks,
  planName,
  reservedIds,
  slugOf,
} from './rules.ts';
import type { CreatedProject, NewProject, ProjectSettings, ProjectUpdate } from './schema.ts';

/** The caller becomes the owner, except a token: tokens have no roles. */
export async function createProject(
  tx: Tx,
  caller: Caller,
  input: NewProject,
): Promise<CreatedProject> {
  const plan = {
    name: planName(input.name),
    description: input.description ?? null,
    mode: input.mode ?? 'open',
    defaultStickiness: input.defaultStickiness ?? 'default',
    featureLimit: input.featureLimit ?? null,
    naming: input.featureNaming ? planNaming(input.featureNaming) : noNaming,
  };
  const links = planLinks(input, await lockAvailableEnvironments(tx));
  const id = await insertWithId(tx, plan, input.id);
  await insertLinks(tx, id, links);
  if (caller.kind === 'user' || caller.kind === 'service-account') {
    await grantOwnerRole(tx, id, caller.id);
  }
  const data = { ...dataOf({ ...plan, id }), ...linksOf(links) };
  recordEvent(tx, caller, { type: 'project-created', project: id, data });
  const { description, ...created } = data;
  return { ...created, ...(description !== null && { description }) };
}

export async function assertIdIsFree(db: Db, id: string): Promise<void> {
  assertProjectId(id);
  if (await projectExists(db, id)) throw taken(id);
}

type Change<Update> = { update: Update; ifMatch?: string | undefined };

/** Members left out keep their value; returns the ETag of the new version. */
export function updateProject(
  tx: Tx,
  caller: Caller,
  id: string,
  { update, ifMatch }: Change<ProjectUpdate>,
): Promise<string> {
  const patch = { ...update, name: planName(update.name) };
  return changeProject(tx, caller, id, { patch, ifMatch });
}

/** The same for the settings; a naming rule is replaced completely. */
export function updateSettings(
  tx: Tx,
  caller: Caller,
  id: string,
  { update, ifMatch }: Change<ProjectSettings>,
): Promise<string> {
  const { featureNaming, ...rest } = update;
  const naming = featureNaming && { naming: planNaming(featureNaming) };
  return changeProject(tx, caller, id, { patch: { ...rest, ...naming }, ifMatch });
}

export async function archiveProject(tx: Tx, caller: Caller, id: string): Promise<void> {
  const project = await lockExistingProject(tx, id);
  if (project.archivedAt !== null) return;
  assertRemovable(id, await countActiveFlags(tx, id), 'archived');
  await setArchived(tx, id, true);
  recordEvent(tx, caller, { type: 'project-archived', project: id });
}

export async function reviveProject(tx: Tx, caller: Caller, id: string): Promise<void> {
  const project = await lockExistingProject(tx, id);
  if (project.archivedAt === null) return;
  await setArchived(tx, id, false);
  recordEvent(tx, caller, { type: 'project-revived', project: id });
}

async function changeProject(
  tx: Tx,
  caller: Caller,
  id: string,
  { patch, ifMatch }: { patch: ProjectPatch; ifMatch: string | undefined },
): Promise<string> {
  const before = await lockLiveProject(tx, id);
  assertMatch(etagOf(before), ifMatch);
  const after = patchProject(before, patch);
  if (!after) return etagOf(before);
  await saveProject(tx, after);
  recordEvent(tx, caller, {
    type: 'project-updated',
    project: id,
    data: dataOf(after),
    preData: dataOf(before),
  });
  return etagOf(after);
}

/** Uses the requested id, or retries until it has inserted a free one derived from the name. */
async function insertWithId(
  tx: Tx,
  plan: Omit<ProjectData, 'id'>,
  requested: string | undefined,
): Promise<string> {
  if (requested !== undefined) {
    assertProjectId(requested);
    if (!(await insertProject(tx, { ...plan, id: requested }))) throw taken(requested);
    return requested;
  }
  for (;;) {
    const id = await findFreeId(tx, slugOf(plan.name), reservedIds);
    if (id === undefined) throw conflict('Too many projects have this name. Send an id.');
    if (await insertProject(tx, { ...plan, id })) return id;
  }
}

/** Fails with 404 for an unknown project. */
export async function lockExistingProject(tx: Tx, id: string, options?: { forDeletion: boolean }) {
  const project = await lockProject(tx, id, options);
  if (!project) throw notFound('Project', id);
  return project;
}

/** Fails with 404 for an unknown and with 409 for an archived project. */
export async function lockLiveProject(tx: Tx, id: string) {
  const { archivedAt, ...data } = await lockExistingProject(tx, id);
  assertLive(id, archivedAt);
  return data;
}

const linksOf = (links: readonly ProjectLink[]) => ({
  environments: links.map(({ environment }) => environment),
  changeRequestEnvironments: links.flatMap(({ environment, requiredApprovals }) =>
    requiredApprovals === null ? [] : [{ name: environment, requiredApprovals }],
  ),
});

const taken = (id: string) => alreadyExists('Project', id);
