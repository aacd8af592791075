import { dryRun } from '../../events/record.ts';
import { archiveFlags, reviveFlags } from '../../flags/archive/commands.ts';
import { moveFlag } from '../../flags/flag-moves/commands.ts';
import { createFlag, updateFlag } from '../../flags/flags/commands.ts';
import { type FlagKey, lockFlags, lockProjectLimits } from '../../flags/flags/queries.ts';
import { assertActiveProject } from '../../flags/flags/rules.ts';
import type { FlagUpdate, NewFlag } from '../../flags/flags/schema.ts';
import { addLink, deleteLink, updateLink } from '../../flags/links/commands.ts';
import type { NewLink } from '../../flags/links/schema.ts';
import { createSegment } from '../../flags/segments/commands.ts';
import type { NewSegment } from '../../flags/segments/schema.ts';
import { addStrategies } from '../../flags/strategies/commands.ts';
import type { NewStrategy } from '../../flags/strategies/schema.ts';
import { lockUsedTagTypes } from '../../flags/tag-types/queries.ts';
import { changeTagsOfFlag } from '../../flags/tags/commands.ts';
import { listTagsOfFlags } from '../../flags/tags/queries.ts';
import type { TagChanges } from '../../flags/tags/schema.ts';
import { holdsAnyPermission } from '../../identity/access/queries.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { missingPermission } from '../../platform/errors.ts';
import type { Permission } from '../../platform/permissions.ts';
import { actions } from '../change-requests/actions.ts';
import { addChanges } from '../change-requests/commands.ts';
import type { ActionName } from '../change-requests/schema.ts';
import { listProtectedEnvironments, listSettings } from '../protection/queries.ts';
import type { FlagTarget } from './configuration.ts';
import { inPhases, partition, segmentIdsOf, withSegments } from './partition.ts';
import { listConfigurations, listTakenIds, type StoredConfiguration } from './queries.ts';
import type { ChangeAction, MadeChanges, PlannedChange } from './schema.ts';

type WantedChanges = { changes: readonly PlannedChange[]; dryRun?: boolean; propose?: boolean };

/**
 * Locks the flags with what their targets refer to, in the order of all commands, and returns their
 * current configurations, which cannot change until the transaction ends.
 */
export async function lockConfigurations(
  tx: Tx,
  project: string,
  targets: ReadonlyMap<string, FlagTarget>,
): Promise<Map<string, StoredConfiguration>> {
  assertActiveProject(project, await lockProjectLimits(tx, project));
  const names = [...targets.keys()];
  const tags = [
    ...(await listTagsOfFlags(tx, names)),
    ...[...targets.values()].flatMap(({ tags: wanted = [] }) => wanted),
  ];
  await lockUsedTagTypes(
    tx,
    tags.map(({ type }) => type),
  );
  const parents = [...targets.values()].flatMap(({ dependencies = [] }) =>
    dependencies.map(({ feature }) => feature),
  );
  await lockFlags(tx, project, [...new Set([...names, ...parents])]);
  return listConfigurations(tx, names);
}

/**
 * Makes the changes with the commands of the API: in each protected environment as one change request,
 * everywhere else directly, with the permissions of the direct calls. With `propose`, callers who may
 * skip change requests get them as well. A dry run shows what would be done or refused.
 */
export async function makeChanges(
  tx: Tx,
  caller: Caller,
  project: string,
  { dryRun: isDryRun = false, ...wanted }: WantedChanges,
): Promise<MadeChanges> {
  if (!isDryRun) return applyChanges(tx, caller, project, wanted);
  const made = await dryRun(tx, () => applyChanges(tx, caller, project, wanted));
  return { ...made, changeRequests: made.changeRequests.map((it) => ({ ...it, id: null })) };
}

async function applyChanges(
  tx: Tx,
  caller: Caller,
  project: string,
  { changes, propose = false }: WantedChanges,
): Promise<MadeChanges> {
  const environments = propose
    ? await listEnvironmentsWithRequests(tx, project)
    : await listUnskipped(tx, caller, project, changes);
  const { direct, requests } = partition(inPhases(changes), environments);
  await assertAllowed(tx, caller, project, direct);
  const segments = await applyDirectly(tx, caller, project, direct);
  const changeRequests: MadeChanges['changeRequests'] = [];
  for (const [environment, proposed] of requests) {
    const wanted = proposed.map((change) => requestedForm(withSegments(change, segments)));
    const { id } = await addChanges(tx, caller, { project, environment }, wanted, () => {});
    changeRequests.push({ id, environment, changes: proposed });
  }
  return { applied: direct, changeRequests };
}

const listEnvironmentsWithRequests = async (tx: Tx, project: string) =>
  (await listSettings(tx, project))
    .filter(({ changeRequestEnabled }) => changeRequestEnabled)
    .map(({ environment }) => environment);

/** More than any installation has. */
const protectedMax = 1_000_000;

async function listUnskipped(
  tx: Tx,
  caller: Caller,
  project: string,
  changes: readonly PlannedChange[],
): Promise<string[]> {
  const affected = { scopes: [{ project, environment: null }], segments: segmentIdsOf(changes) };
  const found = await listProtectedEnvironments(tx, caller, affected, protectedMax);
  return found.filter((it) => it.project === project).map((it) => it.environment);
}

/** Only direct calls may choose the id of a strategy. */
function requestedForm({ flag, action, payload }: PlannedChange) {
  const { id: _, ...input } = payload as { id?: string };
  return {
    feature: flag,
    action: action as ActionName,
    payload: action === 'addStrategy' ? input : payload,
  };
}

/** Commands of segments check the permissions themselves. */
const permissions: Record<ChangeAction, Permission | undefined> = {
  updateEnabled: 'UPDATE_FEATURE_ENVIRONMENT',
  addStrategy: 'CREATE_FEATURE_STRATEGY',
  updateStrategy: 'UPDATE_FEATURE_STRATEGY',
  reorderStrategy: 'UPDATE_FEATURE_STRATEGY',
  deleteStrategy: 'DELETE_FEATURE_STRATEGY',
  patchVariant: 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
  archiveFeature: 'DELETE_FEATURE',
  reviveFeature: 'UPDATE_FEATURE',
  moveFeature: 'MOVE_FEATURE_TOGGLE',
  addDependency: 'UPDATE_FEATURE_DEPENDENCY',
  deleteDependency: 'UPDATE_FEATURE_DEPENDENCY',
  createFeature: 'CREATE_FEATURE',
  updateFeature: 'UPDATE_FEATURE',
  updateTags: 'UPDATE_FEATURE',
  addLink: 'UPDATE_FEATURE',
  updateLink: 'UPDATE_FEATURE',
  deleteLink: 'UPDATE_FEATURE',
  createSegment: undefined,
  updateSegment: undefined,
  deleteSegment: undefined,
};

async function assertAllowed(
  tx: Tx,
  caller: Caller,
  project: string,
  changes: readonly PlannedChange[],
): Promise<void> {
  const needed = new Map<string, { permission: Permission; environment: string | null }>();
  for (const { action, environment } of changes) {
    const permission = permissions[action];
    if (permission) needed.set(`${permission} ${environment}`, { permission, environment });
  }
  for (const { permission, environment } of needed.values()) {
    const scope = environment === null ? { project } : { project, environment };
    if (await holdsAnyPermission(tx, caller, [permission], scope)) continue;
    throw missingPermission([permission], scope);
  }
}

/** Returns the ids of the new segments, by their negative placeholders. */
async function applyDirectly(
  tx: Tx,
  caller: Caller,
  project: string,
  changes: readonly PlannedChange[],
): Promise<Map<number, number>> {
  const segments = new Map<number, number>();
  const archived = changes.filter(({ action }) => action === 'archiveFeature');
  for (const planned of changes) {
    const change = withSegments(planned, segments);
    if (change.action === 'createSegment') {
      const { id: placeholder, ...input } = change.payload as NewSegment & { id: number };
      segments.set(placeholder, (await createSegment(tx, caller, input)).id);
    } else if (change.action !== 'archiveFeature') {
      await applyOne(tx, caller, project, change);
    } else if (change === archived[0]) {
      // Together, because a parent can be archived only with its children.
      await archiveFlags(
        tx,
        caller,
        project,
        archived.map(({ flag }) => flag ?? ''),
      );
    }
  }
  return segments;
}

type Apply = (tx: Tx, caller: Caller, key: FlagKey, change: PlannedChange) => Promise<unknown>;

const commands: Partial<Record<ChangeAction, Apply>> = {
  createFeature: (tx, caller, { project }, { payload }) =>
    createFlag(tx, caller, project, payload as NewFlag),
  updateFeature: (tx, caller, key, { payload }) =>
    updateFlag(tx, caller, key, { update: payload as FlagUpdate, ifMatch: undefined }),
  updateTags: (tx, caller, key, { payload }) =>
    changeTagsOfFlag(tx, caller, key, payload as TagChanges),
  addLink: async (tx, caller, key, { payload }) => {
    const { id, ...link } = payload as NewLink & { id?: string };
    await addLink(tx, caller, { ...key, ...(await freeId(tx, id)) }, link);
  },
  updateLink: (tx, caller, key, { payload }) => {
    const { id, ...link } = payload as NewLink & { id: string };
    return updateLink(tx, caller, { ...key, id }, link);
  },
  deleteLink: (tx, caller, key, { payload }) =>
    deleteLink(tx, caller, { ...key, id: (payload as { id: string }).id }),
  reviveFeature: (tx, caller, { project, name }) => reviveFlags(tx, caller, project, [name]),
  moveFeature: (tx, caller, key, { payload }) =>
    moveFlag(tx, caller, key, (payload as { project: string }).project),
  addStrategy: async (tx, caller, { project, name }, { environment, payload }) => {
    const { id, ...input } = payload as NewStrategy & { id?: string };
    const scope = { project, environment: environment ?? '' };
    await addStrategies(tx, caller, scope, [{ name, input, ...(await freeId(tx, id)) }]);
  },
};

async function applyOne(tx: Tx, caller: Caller, project: string, change: PlannedChange) {
  const { flag, environment, action, payload } = change;
  const key = { project, name: flag ?? '' };
  const command = commands[action];
  if (command) await command(tx, caller, key, change);
  else {
    const scope = { ...key, environment: environment ?? '' };
    await actions[action as ActionName].apply(tx, caller, scope, payload);
  }
}

/** The id, unless another flag has it meanwhile. */
async function freeId(tx: Tx, id: string | undefined): Promise<{ id?: string }> {
  if (id === undefined || (await listTakenIds(tx, [id])).has(id)) return {};
  return { id };
}
