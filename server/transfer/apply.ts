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

export type Place = { project: string; environment: string };

/** By the commands that people's own calls use, so that every change has its ordinary event. */
export async function applyPlan(tx: Tx, caller: Caller, place: Place, plan: Plan): Promise<void> {
  const segments = await makeVocabulary(tx, caller, plan);
  await applyFlags(tx, caller, place, plan.steps);
  await applyAdditions(tx, caller, place, { ...plan, segments });
  for (const step of plan.steps) {
    await applyConfiguration(tx, caller, place, { ...plan, step, segments });
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

/** The ids that the new segments were given, in the order of the plan. */
type Made = { segments: readonly number[] };

/** Returns the ids of the segments made, in the order of the plan. */
async function makeVocabulary(tx: Tx, caller: Caller, plan: Plan): Promise<number[]> {
  for (const field of plan.newFields) await createContextField(tx, caller, field);
  for (const tagType of plan.newTagTypes) await createTagType(tx, caller, tagType);
  const ids: number[] = [];
  for (const segment of plan.newSegments) {
    ids.push((await createSegment(tx, caller, segment, plan.legalValues)).id);
  }
  return ids;
}

/** What a first import is made of goes at once; changes of what is there, flag by flag. */
async function applyFlags(tx: Tx, caller: Caller, { project }: Place, steps: readonly FlagStep[]) {
  const created = steps.flatMap(({ create }) => (create ? [create] : []));
  if (created.length > 0) await createFlags(tx, caller, project, created);
  for (const { name, update } of steps) {
    if (update) await updateFlag(tx, caller, { project, name }, { update, ifMatch: undefined });
  }
}

/** Before any strategy goes or is disabled, so that no flag is switched off just for a moment. */
async function applyAdditions(
  tx: Tx,
  caller: Caller,
  place: Place,
  { steps, segments, legalValues }: Pick<Plan, 'steps' | 'legalValues'> & Made,
): Promise<void> {
  const additions = steps.flatMap(({ name, strategies }) =>
    strategies.flatMap((change) =>
      change.kind === 'add' ? [{ name, input: inputOf(change.data, segments) }] : [],
    ),
  );
  if (additions.length > 0) await addStrategies(tx, caller, place, additions, { legalValues });
}

/** At the end of the list or where it stands, with the ids that the new segments were given. */
function inputOf({ sortOrder: _, ...data }: StrategyData, segments: readonly number[]) {
  const ids = data.segments.map((id) => (id < 0 ? (segments[-id - 1] ?? id) : id));
  return { ...data, segments: ids };
}

async function applyConfiguration(
  tx: Tx,
  caller: Caller,
  place: Place,
  { step, segments, legalValues }: Pick<Plan, 'legalValues'> & Made & { step: FlagStep },
): Promise<void> {
  const key = { ...place, name: step.name };
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

/** What is enabled, then what is disabled, removals last, for the same reason. */
function inSafeOrder(changes: readonly StrategyChange[]): StrategyChange[] {
  const rank = (change: StrategyChange) => {
    if (change.kind === 'remove') return 2;
    return change.data.disabled ? 1 : 0;
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
  const ofEach = (kind: keyof TagChange) =>
    steps.flatMap(({ name: flag, tags }) =>
      tags[kind].map(({ type, value }) => ({ flag, type, value })),
    );
  await removeTagsFromEach(tx, caller, project, ofEach('removed'));
  await addTagsToEach(tx, caller, project, ofEach('added'));
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
