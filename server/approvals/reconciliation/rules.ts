import { isDeepStrictEqual } from 'node:util';
import { planLink } from '../../flags/links/rules.ts';
import type { FlagLink } from '../../flags/links/schema.ts';
import { planSegment, type SegmentPlan } from '../../flags/segments/rules.ts';
import type { NewSegment } from '../../flags/segments/schema.ts';
import { strategiesMax } from '../../flags/strategies/rules.ts';
import { planTags, withoutTags } from '../../flags/tags/rules.ts';
import { normalizeVariants } from '../../flags/variants/rules.ts';
import {
  blankEnvironment,
  blankFlag,
  type EnvironmentConfiguration,
  type EnvironmentTarget,
  type FlagConfiguration,
  type FlagTarget,
} from './configuration.ts';
import type { ChangeAction, PlannedChange } from './schema.ts';
import { sentencesOf } from './sentences.ts';
import { planStrategies, type StrategyPlan } from './strategies.ts';

/** The flag, the project it is in, and the default stickiness of that project. */
export type FlagSubject = {
  name: string;
  project: string;
  stickiness: string;
  /** Whether a strategy with another id and the same content is as wanted. */
  anyId?: boolean;
};

/**
 * The changes that turn the current configuration of a flag into the target, in the order in which they
 * can be made; none if it is as wanted. Without a current configuration, the flag is created.
 */
export function reconcileFlag(
  subject: FlagSubject,
  current: FlagConfiguration | undefined,
  target: FlagTarget,
): PlannedChange[] {
  const { name, project } = subject;
  const about = changeOf(name);
  const { archived = current?.archived ?? false } = target;
  const revived = current?.archived === true && !archived;
  const before = revived ? switchedOff(current) : (current ?? newFlag(target));
  const moves = current && target.project !== undefined && target.project !== project;
  return [
    ...(current ? [] : [about('createFeature', { name, ...metadataOf(before) })]),
    ...(revived ? [about('reviveFeature', {})] : []),
    ...(moves ? [about('moveFeature', { project: target.project }, project, target.project)] : []),
    ...metadataChanges(name, before, target),
    ...tagChanges(name, before, target),
    ...linkChanges(name, before, target),
    ...Object.entries(target.environments ?? {}).flatMap(([environment, wanted]) =>
      environmentChanges(subject, environment, {
        current: own(before.environments, environment) ?? blankEnvironment,
        target: wanted,
      }),
    ),
    // Archiving removes the dependencies.
    ...(archived ? [] : dependencyChanges(name, before, target)),
    ...(archived && !before.archived ? [about('archiveFeature', {})] : []),
  ];
}

/** The changes of a segment; without a target it is deleted, without a current one created. */
export function reconcileSegment(
  current: (SegmentPlan & { id: number }) | undefined,
  target: NewSegment | undefined,
  /** Negative, for strategies of the same changes that use the new segment. */
  newId = -1,
): PlannedChange[] {
  const about = changeOf(null);
  if (target === undefined) {
    return current ? [about('deleteSegment', { id: current.id }, current)] : [];
  }
  const after = planSegment(target, new Map());
  if (current === undefined) {
    return [about('createSegment', { id: newId, ...after }, undefined, after)];
  }
  const { id, name, description, project, constraints } = current;
  const before = { name, description, project, constraints };
  return isDeepStrictEqual(before, after)
    ? []
    : [about('updateSegment', { id, ...after }, before, after)];
}

const changeOf =
  (flag: string | null, environment: string | null = null) =>
  (action: ChangeAction, payload: unknown, before?: unknown, after?: unknown): PlannedChange => ({
    flag,
    environment,
    action,
    payload,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    sentences: sentencesOf({ flag, environment, action, payload, before, after }),
  });

/** A flag is revived switched off. */
const switchedOff = (flag: FlagConfiguration): FlagConfiguration => ({
  ...flag,
  archived: false,
  environments: Object.fromEntries(
    Object.entries(flag.environments).map(([name, it]) => [name, { ...it, enabled: false }]),
  ),
});

const newFlag = (target: FlagTarget): FlagConfiguration => ({
  ...blankFlag,
  ...(target.type === undefined ? {} : { type: target.type }),
  description: target.description ?? null,
  stale: target.stale ?? false,
  impressionData: target.impressionData ?? false,
});

const metadataOf = ({ type, description, stale, impressionData }: FlagConfiguration) => ({
  type,
  description,
  stale,
  impressionData,
});

function metadataChanges(name: string, current: FlagConfiguration, target: FlagTarget) {
  const before = metadataOf(current);
  const keys = (Object.keys(before) as (keyof typeof before)[]).filter(
    (key) => target[key] !== undefined && target[key] !== before[key],
  );
  if (keys.length === 0) return [];
  const pick = (from: Partial<typeof before>) =>
    Object.fromEntries(keys.map((key) => [key, from[key]]));
  return [changeOf(name)('updateFeature', pick(target), pick(before), pick(target))];
}

function tagChanges(name: string, { tags: before }: FlagConfiguration, target: FlagTarget) {
  if (target.tags === undefined) return [];
  const after = planTags(target.tags, (index) => `/body/tags/${index}`);
  const addedTags = withoutTags(after, before);
  const removedTags = withoutTags(before, after);
  if (addedTags.length + removedTags.length === 0) return [];
  return [changeOf(name)('updateTags', { addedTags, removedTags }, before, after)];
}

/** Links are in the order in which they were added, so one that follows an added one is added again. */
function linkChanges(name: string, { links: current }: FlagConfiguration, target: FlagTarget) {
  if (target.links === undefined) return [];
  const about = changeOf(name);
  const wanted = target.links.map(({ id, ...link }) => ({ id, ...planLink(link) }));
  const pairs = wanted.map((link) => ({ link, before: linkIn(current, link) }));
  const kept = current.filter((link) => pairs.some(({ before }) => before === link));
  const moved = pairs.findIndex(({ before }, index) => !before || before !== kept[index]);
  const first = moved < 0 ? pairs.length : moved;
  const [staying, added] = [pairs.slice(0, first), pairs.slice(first)];
  const retained = new Set(staying.map(({ before }) => before));
  return [
    ...current
      .filter((link) => !retained.has(link))
      .map((link) => about('deleteLink', { id: link.id }, link)),
    ...staying.flatMap(({ link: { url, title }, before }) => {
      if (before === undefined || (before.url === url && before.title === title)) return [];
      return [about('updateLink', { id: before.id, url, title }, before, { url, title })];
    }),
    ...added.map(({ link: { id, url, title }, before }) =>
      about('addLink', { ...withId(id ?? before?.id), url, title }, undefined, { url, title }),
    ),
  ];
}

const withId = (id: string | undefined) => (id === undefined ? {} : { id });

const linkIn = (links: readonly FlagLink[], wanted: { id: string | undefined; url: string }) =>
  links.find(({ id, url }) => (wanted.id === undefined ? url === wanted.url : id === wanted.id));

function dependencyChanges(
  name: string,
  { dependencies: before }: FlagConfiguration,
  target: FlagTarget,
) {
  if (target.dependencies === undefined) return [];
  const about = changeOf(name);
  const after = target.dependencies.map(({ feature, enabled = true, variants = [] }) => ({
    feature,
    enabled,
    variants: [...new Set(variants)].sort(),
  }));
  if (isDeepStrictEqual(after, before)) return [];
  return after.length > 0
    ? after.map((parent) => about('addDependency', parent, before, [parent]))
    : before.map(({ feature }) => about('deleteDependency', feature, before, []));
}

type EnvironmentChange = { current: EnvironmentConfiguration; target: EnvironmentTarget };

/**
 * A flag is switched off before its strategies change and on after them, because an enabled flag always
 * has an enabled strategy: the server would add one, or switch the flag off.
 */
function environmentChanges(
  { name, project: _, ...context }: FlagSubject,
  environment: string,
  { current, target }: EnvironmentChange,
): PlannedChange[] {
  const about = changeOf(name, environment);
  const { enabled = current.enabled } = target;
  const plan = target.strategies
    ? planStrategies(current.strategies, target.strategies, { flag: name, ...context })
    : { added: [], updated: [], moved: [], removed: [] };
  const { changes, idle } = orderedChanges(about, current, plan);
  const switched = (on: boolean) => about('updateEnabled', { enabled: on }, !on, on);
  return [
    ...(current.enabled && !enabled ? [switched(false)] : []),
    ...changes,
    ...variantChanges(about, current, target),
    ...(enabled && (!current.enabled || idle) ? [switched(true)] : []),
  ];
}

type About = ReturnType<typeof changeOf>;

/**
 * Strategies are added and enabled before others are removed and disabled, unless there is no room or one
 * is added again: then the server switches an enabled flag off (`idle`) if none is left in between.
 */
function orderedChanges(about: About, current: EnvironmentConfiguration, plan: StrategyPlan) {
  const { added, updated, moved, removed } = plan;
  const again = removed.some(({ id }) => added.some((it) => it.id === id));
  const removedFirst = again || current.strategies.length + added.length > strategiesMax;
  const additions = added.map(({ id, data, sorted }) => {
    const { sortOrder, ...unsorted } = data;
    const input = sorted ? { ...unsorted, sortOrder } : unsorted;
    return about('addStrategy', { ...withId(id), ...input }, undefined, data);
  });
  const removals = removed.map((strategy) =>
    about('deleteStrategy', { id: strategy.id }, strategy),
  );
  const updates = updated
    .toSorted((one, other) => Number(one.after.disabled) - Number(other.after.disabled))
    .map(({ before, after }) => about('updateStrategy', after, before, after));
  const order = moved.map(({ after: { id, sortOrder } }) => ({ id, sortOrder }));
  const positions = moved.map(({ before: { id, sortOrder } }) => ({ id, sortOrder }));
  const left = current.strategies.filter((it) => !removed.includes(it) && !it.disabled);
  return {
    changes: [
      ...(removedFirst ? removals : []),
      ...additions,
      ...updates,
      ...(removedFirst ? [] : removals),
      ...(order.length > 0 ? [about('reorderStrategy', order, positions, order)] : []),
    ],
    idle: current.enabled && removedFirst && left.length === 0,
  };
}

function variantChanges(
  about: About,
  { variants: before }: EnvironmentConfiguration,
  target: EnvironmentTarget,
): PlannedChange[] {
  // Stored variants may be older than the rules for new ones.
  if (target.variants === undefined || isDeepStrictEqual(target.variants, before)) return [];
  const variants = normalizeVariants(target.variants, '/body/variants');
  if (isDeepStrictEqual(variants, before)) return [];
  return [about('patchVariant', { variants }, before, variants)];
}

/** Names are user input. */
const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;
