import { createContextField } from '../flags/context-fields/commands.ts';
import { addDependency, removeDependency } from '../flags/dependencies/commands.ts';
import { createFlags, updateFlag } from '../flags/flags/commands.ts';
import { addLink, deleteLink } from '../flags/links/commands.ts';
import { createSegment } from '../flags/segments/commands.ts';
import { addStrategies, deleteStrategy, updateStrategy } from '../flags/strategies/commands.ts';
import type { StrategyData } from '../flags/strategies/rules.ts';
import { setEnabledOfAll } from '../flags/strategies/switches.ts';
import { createTagType } from '../flags/tag-types/commands.ts';
import { addTagsToEach, removeTagsFromEach } from '../flags/tags/commands.ts';
import { changeEnvironmentVariants } from '../flags/variants/commands.ts';
import type { Caller } from '../platform/caller.ts';
import type { Tx } from '../platform/db/open.ts';
import type { FlagStep, Plan } from './plan.ts';
import type { TagChange } from './relations.ts';
import type { StrategyChange } from './strategies.ts';

export type Scope = { project: string; environment: string };

/** Uses the commands of the API, so that every change records its usual event. */
export async function applyPlan(tx: Tx, caller: Caller, scope: Scope, plan: Plan): Promise<void> {
  const segments = await createDefinitions(tx, caller, plan);
  await applyFlags(tx, caller, scope, plan.steps);
  await applyAdditions(tx, caller, scope, { ...plan, segments });
  for (const step of plan.steps) {
    await applyConfiguration(tx, caller, scope, { ...plan, step, segments });
  }
  await applySwitches(tx, caller, scope, plan.steps);
  await applyTags(tx, caller, scope, plan.steps);
  await applyDependencies(tx, caller, scope, plan.steps);
  for (const { name, links } of plan.steps) {
    const key = { project: scope.project, name };
    for (const id of links.removed) await deleteLink(tx, caller, { ...key, id });
    for (const link of links.added) await addLink(tx, caller, key, link);
  }
}

/** The ids of the new segments, in the order of the plan. */
type Created = { segments: readonly number[] };

/** Returns the ids of the new segments, in the order of the plan. */
async function createDefinitions(tx: Tx, caller: Caller, plan: Plan): Promise<number[]> {
  for (const field of plan.newFields) await createContextField(tx, caller, field);
  for (const tagType of plan.newTagTypes) await createTagType(tx, caller, tagType);
  const ids: number[] = [];
  for (const segment of plan.newSegments) {
    ids.push((await createSegment(tx, caller, segment, plan.legalValues)).id);
  }
  return ids;
}

/** New flags are created in one batch; existing flags are updated one by one. */
async function applyFlags(tx: Tx, caller: Caller, { project }: Scope, steps: readonly FlagStep[]) {
  const created = steps.flatMap(({ create }) => (create ? [create] : []));
  if (created.length > 0) await createFlags(tx, caller, project, created);
  for (const { name, update } of steps) {
    if (update) await updateFlag(tx, caller, { project, name }, { update, ifMatch: undefined });
  }
}

/** Runs before any strategy is removed or disabled, so that no flag is off in between. */
async function applyAdditions(
  tx: Tx,
  caller: Caller,
  scope: Scope,
  { steps, segments, legalValues }: Pick<Plan, 'steps' | 'legalValues'> & Created,
): Promise<void> {
  const additions = steps.flatMap(({ name, strategies }) =>
    strategies.flatMap((change) =>
      change.kind === 'add' ? [{ name, input: inputOf(change.data, segments) }] : [],
    ),
  );
  if (additions.length > 0) await addStrategies(tx, caller, scope, additions, { legalValues });
}

/** Without a sort order, and with the ids of the new segments replacing the negative ones. */
function inputOf({ sortOrder: _, ...data }: StrategyData, segments: readonly number[]) {
  const ids = data.segments.map((id) => (id < 0 ? (segments[-id - 1] ?? id) : id));
  return { ...data, segments: ids };
}

async function applyConfiguration(
  tx: Tx,
  caller: Caller,
  scope: Scope,
  { step, segments, legalValues }: Pick<Plan, 'legalValues'> & Created & { step: FlagStep },
): Promise<void> {
  const key = { ...scope, name: step.name };
  for (const change of inSafeOrder(step.strategies)) {
    if (change.kind === 'add') continue;
    const strategy = { ...key, id: change.id };
    if (change.kind === 'remove') await deleteStrategy(tx, caller, strategy);
    else
      await updateStrategy(tx, caller, strategy, inputOf(change.data, segments), { legalValues });
  }
  const { variants } = step;
  if (variants) await changeEnvironmentVariants(tx, caller, key, () => variants);
}

/** Enabled strategies, then disabled ones, then removals, so that no flag is off in between. */
function inSafeOrder(changes: readonly StrategyChange[]): StrategyChange[] {
  const rank = (change: StrategyChange) => {
    if (change.kind === 'remove') return 2;
    return change.data.disabled ? 1 : 0;
  };
  return changes.toSorted((one, other) => rank(one) - rank(other));
}

async function applySwitches(tx: Tx, caller: Caller, scope: Scope, steps: readonly FlagStep[]) {
  for (const enabled of [true, false]) {
    const names = steps.filter((step) => step.enabled === enabled).map(({ name }) => name);
    if (names.length > 0) await setEnabledOfAll(tx, caller, { ...scope, names }, { enabled });
  }
}

async function applyTags(tx: Tx, caller: Caller, { project }: Scope, steps: readonly FlagStep[]) {
  const ofEach = (kind: keyof TagChange) =>
    steps.flatMap(({ name: flag, tags }) =>
      tags[kind].map(({ type, value }) => ({ flag, type, value })),
    );
  await removeTagsFromEach(tx, caller, project, ofEach('removed'));
  await addTagsToEach(tx, caller, project, ofEach('added'));
}

/** Removes old dependencies before adding new ones: parent and child may be swapped. */
async function applyDependencies(
  tx: Tx,
  caller: Caller,
  { project }: Scope,
  steps: readonly FlagStep[],
) {
  for (const { name, dependency } of steps) {
    if (dependency?.removed === undefined) continue;
    await removeDependency(tx, caller, { project, name }, dependency.removed);
  }
  for (const { name, dependency } of steps) {
    if (dependency?.added) {
      await addDependency(tx, caller, { project, name }, dependency.added);
    }
  }
}
