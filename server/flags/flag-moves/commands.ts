import { randomUUID } from 'node:crypto';
import { recordEvent } from '../../events/record.ts';
import {
  holdsAnyPermission,
  listForbiddenEnvironments,
  maySeeProject,
} from '../../identity/access/queries.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { missingPermission, noAccess, notFound } from '../../platform/errors.ts';
import { addDependency } from '../dependencies/commands.ts';
import { findParent } from '../dependencies/queries.ts';
import {
  assertFitting,
  assertRoomFor,
  assertWelcome,
  insertAndRecord,
  readStored,
} from '../flags/commands.ts';
import {
  type FlagKey,
  lockFlag,
  lockFlags,
  lockProjectLimits,
  saveFlag,
} from '../flags/queries.ts';
import { assertActive, assertOpen, type ProjectLimits } from '../flags/rules.ts';
import type { Flag } from '../flags/schema.ts';
import { insertStrategies, listStrategies } from '../strategies/queries.ts';
import { strategyData } from '../strategies/rules.ts';
import { lockUsedTagTypes } from '../tag-types/queries.ts';
import { addTagsToFlags } from '../tags/commands.ts';
import { listTagsOfFlags } from '../tags/queries.ts';
import { copyVariants, listEnvironmentsOfProject, lockBoundSegments } from './queries.ts';
import { type CopyInput, copiesOf, findHold } from './rules.ts';
import type { FlagClone } from './schema.ts';

/** A flag that does what another does, once it is switched on: it starts switched off everywhere. */
export async function cloneFlag(
  tx: Tx,
  caller: Caller,
  key: FlagKey,
  { name, replaceGroupId = true }: FlagClone,
) {
  const { project } = key;
  await assertWelcome(tx, project, name);
  const original = await lockOriginal(tx, key);
  if (!original) throw notFound('Flag', key.name);
  assertActive(original);
  const source = await readStored(tx, caller, key);
  await assertMayConfigure(tx, caller, source);

  const { type, description, impressionData } = source;
  await insertAndRecord(tx, caller, [
    { name, project, type, description, impressionData, stale: false },
  ]);
  await copyTargeting(tx, caller, source, { name, replaceGroupId });
  await addTagsToFlags(tx, caller, { project, flags: [name], tags: source.tags });
  for (const parent of source.dependencies) {
    await addDependency(tx, caller, { project, name }, parent);
  }
  return readStored(tx, caller, { project, name });
}

/** Takes the flag with all its configuration; both projects must have the same environments. */
export async function moveFlag(tx: Tx, caller: Caller, key: FlagKey, target: string) {
  if (!(await maySeeProject(tx, caller, target))) throw notFound('Project', target);
  if (!(await holdsAnyPermission(tx, caller, ['MOVE_FEATURE_TOGGLE'], { project: target }))) {
    throw missingPermission(['MOVE_FEATURE_TOGGLE'], { project: target });
  }
  const limits = await lockBothProjects(tx, key.project, target);
  const flag = await lockFlag(tx, key);
  if (!flag) throw notFound('Flag', key.name);
  assertActive(flag);
  if (target === key.project) return;

  assertFitting(limits, key.name, '/body/newProjectId');
  await assertRoomFor(tx, limits, 1);
  await assertSameEnvironments(tx, key.project, target);
  await assertFree(tx, await readStored(tx, caller, key));
  await saveFlag(tx, { ...flag, project: target, version: flag.version + 1 });
  recordEvent(tx, caller, {
    type: 'feature-project-change',
    project: target,
    featureName: key.name,
    data: { oldProject: key.project, newProject: target },
  });
}

/** First of all with what the copy will have too: the types of its tags, and its parent. */
async function lockOriginal(tx: Tx, { project, name }: FlagKey) {
  const tags = await listTagsOfFlags(tx, [name]);
  await lockUsedTagTypes(
    tx,
    tags.map(({ type }) => type),
  );
  const parent = await findParent(tx, name);
  const locked = await lockFlags(tx, project, parent === undefined ? [name] : [name, parent]);
  return locked.find((flag) => flag.name === name);
}

/** Copying what an environment holds needs the permission to put it there. */
async function assertMayConfigure(tx: Tx, caller: Caller, source: Flag): Promise<void> {
  const needs = [
    ['CREATE_FEATURE_STRATEGY', source.environments.filter((it) => it.hasStrategies)],
    [
      'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
      source.environments.filter((it) => it.variantCount > 0),
    ],
  ] as const;
  for (const [permission, filled] of needs) {
    const forbidden = await listForbiddenEnvironments(tx, caller, permission, {
      project: source.project,
      environments: filled.map(({ name }) => name),
    });
    if (forbidden.length === 0) continue;
    throw missingPermission([permission], { project: source.project, environment: forbidden });
  }
}

async function copyTargeting(tx: Tx, caller: Caller, source: Flag, input: CopyInput) {
  const { project } = source;
  const featureName = input.name;
  const originals = await listStrategies(tx, [source.name]);
  // Ids decide where nothing else does, so those of the copies rise in the order of the originals.
  const ids = originals.map(() => randomUUID()).sort();
  const copies = copiesOf(originals, ids, input);
  if (copies.length > 0) await insertStrategies(tx, copies);
  for (const { environment, ...strategy } of copies) {
    const data = strategyData(strategy);
    recordEvent(tx, caller, {
      type: 'feature-strategy-add',
      project,
      environment,
      featureName,
      data,
    });
  }
  const varied = source.environments.filter(({ variantCount }) => variantCount > 0);
  if (varied.length > 0) await copyVariants(tx, source.name, featureName);
  for (const { environment, variants } of varied) {
    recordEvent(tx, caller, {
      type: 'feature-environment-variants-updated',
      project,
      environment,
      featureName,
      data: { variants },
      preData: { variants: [] },
    });
  }
}

/** Always in the same order, so that two flags that change places do not wait for each other. */
async function lockBothProjects(tx: Tx, from: string, to: string): Promise<ProjectLimits> {
  const limitsById = new Map<string, ProjectLimits | undefined>();
  for (const id of [...new Set([from, to])].sort())
    limitsById.set(id, await lockProjectLimits(tx, id));
  const limits = limitsById.get(to);
  assertOpen(to, limits);
  return limits;
}

async function assertSameEnvironments(tx: Tx, from: string, to: string): Promise<void> {
  const [here, there] = [
    await listEnvironmentsOfProject(tx, from),
    await listEnvironmentsOfProject(tx, to),
  ];
  if (JSON.stringify(here) === JSON.stringify(there)) return;
  throw noAccess(
    `Project "${to}" has other environments (${there.join(', ')}) than project "${from}" (${here.join(', ')}).`,
  );
}

async function assertFree(tx: Tx, flag: Parameters<typeof findHold>[0]): Promise<void> {
  const hold = findHold(flag, await lockBoundSegments(tx, flag.name));
  if (hold !== undefined) throw noAccess(hold);
}
