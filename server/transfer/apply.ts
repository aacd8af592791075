import type { Caller } from '../access/caller.ts';
import { createContextField } from '../context-fields/commands.ts';
import type { Tx } from '../db/open.ts';
import { addDependency, removeDependency } from '../dependencies/commands.ts';
import { createFlag, updateFlag } from '../flags/commands.ts';
import { addLink, deleteLink } from '../links/commands.ts';
import { createSegment } from '../segments/commands.ts';
import { createTagType } from '../tag-types/commands.ts';
import { lockUsedTagTypes } from '../tag-types/queries.ts';
import { addTagsToFlags, removeTagsFromFlags } from '../tags/commands.ts';
import { addStrategy, deleteStrategy, updateStrategy } from '../targeting/commands.ts';
import { setEnabledOfAll } from '../targeting/switches.ts';
import { changeEnvironmentVariants } from '../variants/commands.ts';
import type { FlagStep, Plan } from './plan.ts';
import type { StrategyChange } from './strategies.ts';

export type Place = { project: string; environment: string };

/** By the commands that people's own calls use, so that every change has its ordinary event. */
export async function applyPlan(tx: Tx, caller: Caller, place: Place, plan: Plan): Promise<void> {
  const segments = await makeVocabulary(tx, caller, plan);
  for (const step of plan.steps) await applyFlag(tx, caller, place, step);
  for (const step of plan.steps) {
    await applyConfiguration(tx, caller, place, { step, segments });
  }
  await applySwitches(tx, caller, place, plan.steps);
  await applyTags(tx, caller, place, plan.steps);
  await applyTies(tx, caller, place, plan.steps);
  for (const { name, links } of plan.steps) {
    const key = { project: place.project, name };
    for (const id of links.removed) await deleteLink(tx, caller, { ...key, id });
    for (const link of links.added) await addLink(tx, caller, key, link);
  }
}

/** Returns the ids of the segments made, in the order of the plan. */
async function makeVocabulary(tx: Tx, caller: Caller, plan: Plan): Promise<number[]> {
  for (const field of plan.newFields) await createContextField(tx, caller, field);
  for (const tagType of plan.newTagTypes) await createTagType(tx, caller, tagType);
  const ids: number[] = [];
  for (const segment of plan.newSegments) ids.push((await createSegment(tx, caller, segment)).id);
  return ids;
}

async function applyFlag(tx: Tx, caller: Caller, { project }: Place, step: FlagStep) {
  const { name, create, update } = step;
  if (create) await createFlag(tx, caller, project, create);
  if (update) await updateFlag(tx, caller, { project, name }, { update, ifMatch: undefined });
}

async function applyConfiguration(
  tx: Tx,
  caller: Caller,
  place: Place,
  { step, segments }: { step: FlagStep; segments: readonly number[] },
): Promise<void> {
  const key = { ...place, name: step.name };
  for (const change of inSafeOrder(step.strategies)) {
    if (change.kind === 'remove') {
      await deleteStrategy(tx, caller, { ...key, id: change.id });
      continue;
    }
    const { sortOrder: _, ...facts } = change.facts;
    const ids = facts.segments.map((id) => (id < 0 ? (segments[-id - 1] ?? id) : id));
    const input = { ...facts, segments: ids };
    if (change.kind === 'add') await addStrategy(tx, caller, key, input);
    else await updateStrategy(tx, caller, { ...key, id: change.id }, input);
  }
  const { variants } = step;
  if (variants) await changeEnvironmentVariants(tx, caller, key, () => variants);
}

/**
 * Additions in their order, then what is enabled, then what is disabled, removals last: so no flag is
 * switched off just for a moment.
 */
function inSafeOrder(changes: readonly StrategyChange[]): StrategyChange[] {
  const rank = (change: StrategyChange) => {
    if (change.kind === 'add') return 0;
    if (change.kind === 'remove') return 3;
    return change.facts.disabled ? 2 : 1;
  };
  return changes.toSorted((one, other) => rank(one) - rank(other));
}

async function applySwitches(tx: Tx, caller: Caller, place: Place, steps: readonly FlagStep[]) {
  for (const enabled of [true, false]) {
    const names = steps.filter((step) => step.enabled === enabled).map(({ name }) => name);
    if (names.length > 0) await setEnabledOfAll(tx, caller, { ...place, names }, { enabled });
  }
}

async function applyTags(tx: Tx, caller: Caller, { project }: Place, steps: readonly FlagStep[]) {
  const all = steps.flatMap(({ tags }) => [...tags.added, ...tags.removed]);
  if (all.length === 0) return;
  // All at once and first, or whoever deletes a tag could wait for us while we wait for them.
  await lockUsedTagTypes(
    tx,
    all.map(({ type }) => type),
  );
  for (const { name, tags } of steps) {
    await removeTagsFromFlags(tx, caller, { project, flags: [name], tags: tags.removed });
    await addTagsToFlags(tx, caller, { project, flags: [name], tags: tags.added });
  }
}

/** Old ties go before new ones come, for parents and children may change places. */
async function applyTies(tx: Tx, caller: Caller, { project }: Place, steps: readonly FlagStep[]) {
  for (const { name, tie } of steps) {
    if (tie?.dropped === undefined) continue;
    await removeDependency(tx, caller, { project, name }, tie.dropped);
  }
  for (const { name, tie } of steps) {
    if (tie?.added) await addDependency(tx, caller, { project, name }, tie.added);
  }
}
