import { recordEvent } from '../../events/record.ts';
import {
  deleteArchivedFlags,
  deleteFlagEnvironments,
  insertFlagEnvironments,
  lockFlagsOfProject,
} from '../../flags/flags/queries.ts';
import { deleteSegmentsOfProject } from '../../flags/segments/commands.ts';
import { releaseTokensOfProject } from '../../identity/api-tokens/commands.ts';
import { makeOwner } from '../../identity/project-access/commands.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { alreadyExists, badData, conflict, named, notFound } from '../../platform/errors.ts';
import { noNaming, planNaming } from './naming-pattern.ts';
import {
  countActiveFlags,
  deleteLink,
  deleteProjectRow,
  findFreeId,
  insertLinks,
  insertProject,
  lockEnvironmentOffer,
  lockEnvironmentOffers,
  lockLinkedEnvironments,
  lockProject,
  projectExists,
  saveProject,
  setArchived,
} from './queries.ts';
import {
  approvalsFor,
  assertLive,
  assertMayGo,
  assertProjectId,
  factsOf,
  type ProjectFacts,
  type ProjectLink,
  type ProjectPatch,
  patchProject,
  planLinks,
  planName,
  reservedIds,
  slugOf,
} from './rules.ts';
import type {
  CreatedProject,
  NewProject,
  NewProjectEnvironment,
  ProjectSettings,
  ProjectUpdate,
} from './schema.ts';

/** Whoever creates it owns it, unless it is a token: tokens hold no roles. */
export async function createProject(
  tx: Tx,
  caller: Caller,
  input: NewProject,
): Promise<CreatedProject> {
  const wish = {
    name: planName(input.name),
    description: input.description ?? null,
    mode: input.mode ?? 'open',
    defaultStickiness: input.defaultStickiness ?? 'default',
    featureLimit: input.featureLimit ?? null,
    naming: input.featureNaming ? planNaming(input.featureNaming) : noNaming,
  };
  const links = planLinks(input, await lockEnvironmentOffers(tx));
  const id = await insertUnderId(tx, wish, input.id);
  await insertLinks(tx, id, links);
  if (caller.kind === 'user' || caller.kind === 'service-account') {
    await makeOwner(tx, id, caller.id);
  }
  const data = { ...factsOf({ ...wish, id }), ...linksOf(links) };
  recordEvent(tx, caller, { type: 'project-created', project: id, data });
  return data;
}

/** Refuses an id that no new project could have. */
export async function assertIdIsFree(db: Db, id: string): Promise<void> {
  assertProjectId(id);
  if (await projectExists(db, id)) throw taken(id);
}

/** Members left out keep their value. */
export async function updateProject(tx: Tx, caller: Caller, id: string, input: ProjectUpdate) {
  await changeProject(tx, caller, id, { ...input, name: planName(input.name) });
}

/** Members left out keep their value; a naming rule is replaced as a whole. */
export async function updateSettings(tx: Tx, caller: Caller, id: string, input: ProjectSettings) {
  const { featureNaming, ...patch } = input;
  const naming = featureNaming && { naming: planNaming(featureNaming) };
  await changeProject(tx, caller, id, { ...patch, ...naming });
}

export async function archiveProject(tx: Tx, caller: Caller, id: string): Promise<void> {
  const project = await lockKnown(tx, id);
  if (project.archivedAt !== null) return;
  assertMayGo(id, await countActiveFlags(tx, id), 'archived');
  await setArchived(tx, id, true);
  recordEvent(tx, caller, { type: 'project-archived', project: id });
}

export async function reviveProject(tx: Tx, caller: Caller, id: string): Promise<void> {
  const project = await lockKnown(tx, id);
  if (project.archivedAt === null) return;
  await setArchived(tx, id, false);
  recordEvent(tx, caller, { type: 'project-revived', project: id });
}

/** With its archived flags, its segments and its own tokens, each with its event. */
export async function deleteProject(tx: Tx, caller: Caller, id: string): Promise<void> {
  await lockKnown(tx, id, { goes: true });
  assertMayGo(id, await countActiveFlags(tx, id), 'deleted');
  await lockFlagsOfProject(tx, id);
  for (const { flag, tags } of await deleteArchivedFlags(tx, id)) {
    recordEvent(tx, caller, {
      type: 'feature-deleted',
      project: id,
      featureName: flag.name,
      preData: flag,
      tags,
    });
  }
  await deleteSegmentsOfProject(tx, caller, id);
  await releaseTokensOfProject(tx, caller, id);
  await deleteProjectRow(tx, id);
  recordEvent(tx, caller, { type: 'project-deleted', project: id });
}

/** The flags of the project start there switched off. */
export async function addEnvironment(
  tx: Tx,
  caller: Caller,
  id: string,
  { environment, changeRequestsEnabled }: NewProjectEnvironment,
): Promise<void> {
  const offer = await lockEnvironmentOffer(tx, environment);
  await lockLive(tx, id);
  if (!offer) throw badData(`Environment "${environment}" does not exist.`, '/body/environment');
  const requiredApprovals = approvalsFor(offer, changeRequestsEnabled);
  if ((await insertLinks(tx, id, [{ environment, requiredApprovals }])) === 0) {
    throw conflict(`Project "${id}" already has environment "${environment}".`);
  }
  await lockFlagsOfProject(tx, id);
  await insertFlagEnvironments(tx, id, environment);
  recordEvent(tx, caller, { type: 'project-environment-added', project: id, environment });
}

/** What the flags of the project were configured to do there is lost. */
export async function removeEnvironment(
  tx: Tx,
  caller: Caller,
  id: string,
  environment: string,
): Promise<void> {
  await lockLive(tx, id);
  const linked = await lockLinkedEnvironments(tx, id);
  if (!linked.includes(environment))
    throw notFound('Environment', environment, named('project', id));
  if (linked.length === 1) {
    const message = `Environment "${environment}" is the only one of the project. Add another one first.`;
    throw badData(message, '/params/environment');
  }
  await lockFlagsOfProject(tx, id);
  await deleteLink(tx, id, environment);
  await deleteFlagEnvironments(tx, id, environment);
  recordEvent(tx, caller, { type: 'project-environment-removed', project: id, environment });
}

async function changeProject(tx: Tx, caller: Caller, id: string, patch: ProjectPatch) {
  const before = await lockLive(tx, id);
  const after = patchProject(before, patch);
  if (!after) return;
  await saveProject(tx, after);
  recordEvent(tx, caller, {
    type: 'project-updated',
    project: id,
    data: factsOf(after),
    preData: factsOf(before),
  });
}

/** Under the id asked for, or the first free one made from the name, whoever else is creating. */
async function insertUnderId(
  tx: Tx,
  wish: Omit<ProjectFacts, 'id'>,
  wanted: string | undefined,
): Promise<string> {
  if (wanted !== undefined) {
    assertProjectId(wanted);
    if (!(await insertProject(tx, { ...wish, id: wanted }))) throw taken(wanted);
    return wanted;
  }
  for (;;) {
    const id = await findFreeId(tx, slugOf(wish.name), reservedIds);
    if (id === undefined) throw conflict('Too many projects have this name. Send an id.');
    if (await insertProject(tx, { ...wish, id })) return id;
  }
}

async function lockKnown(tx: Tx, id: string, manner?: { goes: boolean }) {
  const project = await lockProject(tx, id, manner);
  if (!project) throw notFound('Project', id);
  return project;
}

async function lockLive(tx: Tx, id: string) {
  const { archivedAt, ...facts } = await lockKnown(tx, id);
  assertLive(id, archivedAt);
  return facts;
}

const linksOf = (links: readonly ProjectLink[]) => ({
  environments: links.map(({ environment }) => environment),
  changeRequestEnvironments: links.flatMap(({ environment, requiredApprovals }) =>
    requiredApprovals === null ? [] : [{ name: environment, requiredApprovals }],
  ),
});

const taken = (id: string) => alreadyExists('Project', id);
