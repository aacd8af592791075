import { recordEvent } from '../../events/record.ts';
import { dropPermissionsIn } from '../../identity/access/commands.ts';
import {
  deleteTokensOfEnvironment,
  releaseTokensOfProject,
} from '../../identity/api-tokens/commands.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { badData, conflict, named, notFound } from '../../platform/errors.ts';
import {
  deleteEnvironmentRow,
  listProjectsInEnvironment,
  listProjectsWithNoOther,
  lockEnvironment,
  lockEnvironmentForDeletion,
  lockProjectsInEnvironment,
} from '../../projects/environments/queries.ts';
import { assertMayDelete } from '../../projects/environments/rules.ts';
import { lockExistingProject, lockLiveProject } from '../../projects/projects/commands.ts';
import {
  countActiveFlags,
  deleteLink,
  deleteProjectRow,
  insertLinks,
  lockAvailableEnvironment,
  lockLinkedEnvironments,
} from '../../projects/projects/queries.ts';
import { approvalsFor, assertRemovable } from '../../projects/projects/rules.ts';
import type { NewProjectEnvironment } from '../../projects/projects/schema.ts';
import {
  deleteArchivedFlags,
  deleteFlagEnvironments,
  insertFlagEnvironments,
  lockFlagsInEnvironment,
  lockFlagsOfProject,
} from '../flags/queries.ts';
import { deleteSegmentsOfProject } from '../segments/commands.ts';

/** Also deletes its archived flags, segments and own tokens, each with an event. */
export async function deleteProject(tx: Tx, caller: Caller, id: string): Promise<void> {
  await lockExistingProject(tx, id, { forDeletion: true });
  assertRemovable(id, await countActiveFlags(tx, id), 'deleted');
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

/** The flags of the project are off in the new environment. */
export async function addProjectEnvironment(
  tx: Tx,
  caller: Caller,
  id: string,
  { environment, changeRequestsEnabled }: NewProjectEnvironment,
): Promise<void> {
  const available = await lockAvailableEnvironment(tx, environment);
  await lockLiveProject(tx, id);
  if (!available)
    throw badData(`Environment "${environment}" does not exist.`, '/body/environment');
  const requiredApprovals = approvalsFor(available, changeRequestsEnabled);
  if ((await insertLinks(tx, id, [{ environment, requiredApprovals }])) === 0) {
    throw conflict(`Project "${id}" already has environment "${environment}".`);
  }
  await lockFlagsOfProject(tx, id);
  await insertFlagEnvironments(tx, id, environment);
  recordEvent(tx, caller, { type: 'project-environment-added', project: id, environment });
}

/** Deletes the configuration of the flags in the environment. */
export async function removeProjectEnvironment(
  tx: Tx,
  caller: Caller,
  id: string,
  environment: string,
): Promise<void> {
  await lockLiveProject(tx, id);
  const linked = await lockLinkedEnvironments(tx, id);
  if (!linked.includes(environment))
    throw notFound('Environment', environment, named('project', id));
  if (linked.length === 1) {
    const message = `Environment "${environment}" is the only environment of the project. Add another environment first.`;
    throw badData(message, '/params/environment');
  }
  await lockFlagsOfProject(tx, id);
  await deleteLink(tx, id, environment);
  await deleteFlagEnvironments(tx, id, environment);
  recordEvent(tx, caller, { type: 'project-environment-removed', project: id, environment });
}

/** Also deletes its tokens, its role permissions and its project links, each with an event. */
export async function deleteEnvironment(tx: Tx, caller: Caller, name: string): Promise<void> {
  const before = await lockEnvironment(tx, name);
  if (!before) throw notFound('Environment', name);
  await lockProjectsInEnvironment(tx, name);
  assertMayDelete(before, await listProjectsWithNoOther(tx, name));
  await lockFlagsInEnvironment(tx, name);
  await lockEnvironmentForDeletion(tx, name);

  await deleteTokensOfEnvironment(tx, caller, name);
  await dropPermissionsIn(tx, caller, name);
  for (const project of await listProjectsInEnvironment(tx, name)) {
    recordEvent(tx, caller, { type: 'project-environment-removed', project, environment: name });
  }
  await deleteEnvironmentRow(tx, name);
  recordEvent(tx, caller, { type: 'environment-deleted', environment: name, preData: before });
}
