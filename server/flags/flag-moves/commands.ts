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
  assertCreatable,
  assertMatchPattern,
  assertRoomFor,
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
import { assertActive, assertActiveProject, type ProjectLimits } from '../flags/rules.ts';
import type { Flag } from '../flags/schema.ts';
import { insertStrategies, listStrategies } from '../strategies/queries.ts';
import { strategyData } from '../strategies/rules.ts';
import { lockUsedTagTypes } from '../tag-types/queries.ts';
import { addTagsToFlags } from '../tags/commands.ts';
import { listTagsOfFlags } from '../tags/queries.ts';
import { copyVariants, listEnvironmentsOfProject, lockProjectSegmentsOf } from './queries.ts';
import { type CopyInput, copiesOf, findMoveObstacle } from './rules.ts';
import type { FlagClone } from './schema.ts';

/** The clone is off in every environment. */
export async function cloneFlag(
  tx: Tx,
  caller: Caller,
  key: FlagKey,
  { name, replaceGroupId = true }: FlagClone,
) {
  const { project } = key;
  await assertCreatable(tx, project, name);
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

/** Both projects must have the same environments. */
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

  assertMatchPattern(limits, [key.name], '/body/newProjectId');
  await assertRoomFor(tx, limits, 1);
  await assertSameEnvironments(tx, key.project, target);
  await assertMovable(tx, await readStored(tx, caller, key));
  await saveFlag(tx, { ...flag, project: target, version: flag.version + 1 });
  recordEvent(tx, caller, {
    type: 'feature-project-change',
    project: target,
    featureName: key.name,
    data: { oldProject: key.project, newProject: target },
  });
}

/** Also locks the tag types and the parent, which the clone references too. */
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

/** Copying strategies and variants needs the permissions to add them. */
async function assertMayConfigure(tx: Tx, caller: Caller, source: Flag): Promise<void> {
  const needs = [
    ['CREATE_FEATURE_STRATEGY', source.environments.filter((it) => it.hasStrategies)],
    [
      'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
      source.environments.filter((it) => it.variantCount > 0),
    ],
  ] as const;
  for (const [permission, affected] of needs) {
    const forbidden = await listForbiddenEnvironments(tx, caller, permission, {
      project: source.project,
      environments: affected.map(({ name }) => name),
    });
    if (forbidden.length === 0) continue;
    throw missingPermission([permission], { project: source.project, environment: forbidden });
  }
}

async function copyTargeting(tx: Tx, caller: Caller, source: Flag, input: CopyInput) {
  const { project } = source;
  const featureName = input.name;
  const originals = await listStrategies(tx, [source.name]);
  // Ascending, so that ordering by id retains the order of the originals.
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
  const withVariants = source.environments.filter(({ variantCount }) => variantCount > 0);
  if (withVariants.length > 0) await copyVariants(tx, source.name, featureName);
  for (const { environment, variants } of withVariants) {
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

/** Always in the same order, so that two flags moved in opposite directions do not deadlock. */
async function lockBothProjects(tx: Tx, from: string, to: string): Promise<ProjectLimits> {
  const limitsById = new Map<string, ProjectLimits | undefined>();
  for (const id of [...new Set([from, to])].sort())
    limitsById.set(id, await lockProjectLimits(tx, id));
  const limits = limitsById.get(to);
  assertActiveProject(to, limits);
  return limits;
}

async function assertSameEnvironments(tx: Tx, from: string, to: string): Promise<void> {
  const [current, target] = [
    await listEnvironmentsOfProject(tx, from),
    await listEnvironmentsOfProject(tx, to),
  ];
  if (JSON.stringify(current) === JSON.stringify(target)) return;
  throw noAccess(
    `Project "${to}" has other environments (${target.join(', ')}) than project "${from}" (${current.join(', ')}).`,
  );
}

async function assertMovable(tx: Tx, flag: Parameters<typeof findMoveObstacle>[0]): Promise<void> {
  const obstacle = findMoveObstacle(flag, await lockProjectSegmentsOf(tx, flag.name));
  if (obstacle !== undefined) throw noAccess(obstacle);
}
