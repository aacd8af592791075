import { randomUUID } from 'node:crypto';
import { recordEvent } from '../../events/record.ts';
import { assertHolds } from '../../identity/access/checks.ts';
import { maySeeProject } from '../../identity/access/queries.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { badData, notFound } from '../../platform/errors.ts';
import { assertMatch } from '../../platform/etags.ts';
import { lockLegalValues } from '../context-fields/queries.ts';
import { lockFlagsNamed } from '../flags/queries.ts';
import { checkConstraint, type LegalValues } from './constraints.ts';
import { lockFlagStates } from './flag-states.ts';
import {
  deleteStrategyRow,
  type EnvironmentKey,
  findStrategyContext,
  findStrategyScope,
  insertStrategies,
  listArchivedUses,
  listStrategies,
  replaceSegmentRows,
  saveEnabled,
  saveOrder,
  saveSegments,
  saveStrategy,
} from './queries.ts';
import {
  applyStrategyUpdate,
  archivedUsesMax,
  assertFewArchivedUses,
  assertRoom,
  blankStrategy,
  changesOf,
  combineQueries,
  contextQueryOf,
  etagOf,
  isSame,
  nextSortOrder,
  planOrder,
  type SegmentConstraints,
  type StoredStrategy,
  type StrategyData,
  strategyData,
  withGroupId,
  withoutSegment,
} from './rules.ts';
import type {
  Constraint,
  NewStrategy,
  PatchedStrategy,
  Strategy,
  StrategyOrder,
  StrategySegments,
  StrategyUpdate,
} from './schema.ts';

/** Through the path of another flag or environment, the strategy does not exist. */
export type StrategyKey = EnvironmentKey & { id: string };

/** Without a sortOrder, it is evaluated after all others. */
export async function addStrategy(
  tx: Tx,
  caller: Caller,
  key: EnvironmentKey,
  input: NewStrategy,
): Promise<StoredStrategy> {
  const [strategy] = await addStrategies(tx, caller, key, [{ name: key.name, input }]);
  if (!strategy) throw new Error('the strategy just added is missing');
  return strategy;
}

/** `name` is the name of the flag; without an id, the strategy gets a new one. */
export type NewFlagStrategy = { name: string; input: NewStrategy; id?: string };

/** Replaces the stored legal values. */
type ContextOverrides = { legalValues?: LegalValues };

/** All of them in their order, or none, in a fixed number of statements. */
export async function addStrategies(
  tx: Tx,
  caller: Caller,
  { project, environment }: Pick<EnvironmentKey, 'project' | 'environment'>,
  additions: readonly NewFlagStrategy[],
  overrides: ContextOverrides = {},
): Promise<StoredStrategy[]> {
  const states = await lockFlagStates(tx, { project, environment }, [
    ...new Set(additions.map(({ name }) => name)),
  ]);
  const query = combineQueries(additions.map(({ input }) => contextQueryOf(blankStrategy, input)));
  const context = { ...(await findStrategyContext(tx, project, query)), ...overrides };
  const added = additions.map(({ name, input, id = randomUUID() }) => {
    const others = states.get(name)?.strategies ?? [];
    assertRoom(others);
    const wanted = { sortOrder: nextSortOrder(others), ...input };
    const strategy: StoredStrategy = {
      ...withGroupId(applyStrategyUpdate(blankStrategy, wanted, context), name),
      id,
      featureName: name,
      environment,
      version: 1,
    };
    others.push(strategy);
    return strategy;
  });
  await insertStrategies(tx, added);
  for (const strategy of added) {
    recordEvent(tx, caller, {
      type: 'feature-strategy-add',
      ...scopeOf({ project, environment, name: strategy.featureName }),
      data: strategyData(strategy),
    });
  }
  return added;
}

type ChangeOptions = ContextOverrides & { ifMatch?: string | undefined; segmentsPath?: string };

/** Members left out keep their value. */
export async function updateStrategy(
  tx: Tx,
  caller: Caller,
  key: StrategyKey,
  input: StrategyUpdate,
  options: ChangeOptions = {},
): Promise<StoredStrategy> {
  return changeStrategy(tx, caller, key, () => input, options);
}

/** The patch is applied under the lock, so that no concurrent change is lost. */
export async function patchStrategy(
  tx: Tx,
  caller: Caller,
  key: StrategyKey,
  patch: (before: Strategy) => PatchedStrategy,
  options: ChangeOptions = {},
): Promise<StoredStrategy> {
  const change = (before: StoredStrategy) => {
    const { environment: _, version: __, ...strategy } = before;
    return changesOf(strategy, patch(strategy));
  };
  return changeStrategy(tx, caller, key, change, options);
}

/** A flag whose last enabled strategy is deleted is switched off in the environment. */
export async function deleteStrategy(tx: Tx, caller: Caller, key: StrategyKey): Promise<void> {
  const { enabled, strategies } = await lockEnvironment(tx, key);
  const strategy = strategyIn(strategies, key);
  await deleteStrategyRow(tx, strategy.id);
  recordEvent(tx, caller, {
    type: 'feature-strategy-remove',
    ...scopeOf(key),
    preData: strategyData(strategy),
  });
  const left = strategies.filter(({ id }) => id !== strategy.id);
  if (enabled) await switchOffIfIdle(tx, caller, key, left);
}

export async function setStrategyOrder(
  tx: Tx,
  caller: Caller,
  key: EnvironmentKey,
  wanted: StrategyOrder,
): Promise<void> {
  const { strategies } = await lockEnvironment(tx, key);
  const changes = planOrder(strategies, wanted);
  if (changes.length === 0) return;
  await saveOrder(tx, changes);
  const after = await listStrategies(tx, [key.name], [key.environment]);
  recordEvent(tx, caller, {
    type: 'strategy-order-changed',
    ...scopeOf(key),
    data: { strategyIds: after.map(({ id }) => id) },
    preData: { strategyIds: strategies.map(({ id }) => id) },
  });
}

/** Permissions are checked in the stored project and environment; the body must match them. */
export async function setStrategySegments(
  tx: Tx,
  caller: Caller,
  { projectId, strategyId, environmentId, segmentIds }: StrategySegments,
): Promise<void> {
  const scope = await findStrategyScope(tx, strategyId);
  if (!scope || !(await maySeeProject(tx, caller, scope.project))) {
    throw notFound('Strategy', strategyId);
  }
  await assertHolds(tx, caller, 'UPDATE_FEATURE_STRATEGY', scope);
  if (projectId !== scope.project) {
    throw badData(`The strategy is in project "${scope.project}".`, '/body/projectId');
  }
  if (environmentId !== scope.environment) {
    throw badData(`The strategy is in environment "${scope.environment}".`, '/body/environmentId');
  }
  const key = { ...scope, id: strategyId };
  const change = { segments: segmentIds };
  await updateStrategy(tx, caller, key, change, { segmentsPath: '/body/segmentIds' });
}

/** For `inlineInArchivedFlags`, before the segment is locked: flags are locked first. */
export async function lockArchivedUses(
  tx: Tx,
  segment: SegmentConstraints,
  exceptProject?: string,
): Promise<void> {
  const uses = await listFewArchivedUses(tx, segment, exceptProject);
  if (uses.length === 0) return;
  await lockFlagsNamed(
    tx,
    uses.map(({ featureName }) => featureName),
  );
}

/**
 * For a segment that is deleted, or that the other projects lose: the strategies of archived flags
 * get its constraints instead, so that a revived flag selects the same users.
 */
export async function inlineInArchivedFlags(
  tx: Tx,
  caller: Caller,
  segment: SegmentConstraints,
  exceptProject?: string,
): Promise<void> {
  const uses = await listFewArchivedUses(tx, segment, exceptProject);
  if (uses.length === 0) return;
  await replaceSegmentRows(
    tx,
    uses.map(({ id }) => id),
    segment,
  );
  for (const { project, ...before } of uses) {
    recordEvent(tx, caller, {
      type: 'feature-strategy-update',
      ...scopeOf({ project, environment: before.environment, name: before.featureName }),
      data: strategyData(withoutSegment(before, segment)),
      preData: strategyData(before),
    });
  }
}

async function listFewArchivedUses(
  tx: Tx,
  segment: SegmentConstraints,
  exceptProject: string | undefined,
) {
  const limit = archivedUsesMax + 1;
  const uses = await listArchivedUses(tx, segment.id, { exceptProject, limit });
  assertFewArchivedUses(segment, uses);
  return uses;
}

export async function validateConstraint(db: Db, constraint: Constraint): Promise<void> {
  checkConstraint(constraint, await lockLegalValues(db, [constraint.contextName]), '/body');
}

async function changeStrategy(
  tx: Tx,
  caller: Caller,
  key: StrategyKey,
  change: (before: StoredStrategy) => StrategyUpdate,
  { ifMatch, ...options }: ChangeOptions,
): Promise<StoredStrategy> {
  const { enabled, strategies } = await lockEnvironment(tx, key);
  const before = strategyIn(strategies, key);
  assertMatch(etagOf(before), ifMatch);
  const data = await applyUpdate(tx, key, before, change(before), options);
  const after = { ...before, ...data };
  if (isSame(after, before)) return before;
  await saveStrategy(tx, after);
  if (!isSame(after.segments, before.segments)) await saveSegments(tx, after.id, after.segments);
  recordEvent(tx, caller, {
    type: 'feature-strategy-update',
    ...scopeOf(key),
    data: strategyData(after),
    preData: strategyData(before),
  });
  const others = strategies.filter(({ id }) => id !== after.id);
  if (enabled) await switchOffIfIdle(tx, caller, key, [after, ...others]);
  return { ...after, version: before.version + 1 };
}

async function applyUpdate(
  tx: Tx,
  { project, name }: EnvironmentKey,
  before: StrategyData,
  input: StrategyUpdate,
  { segmentsPath, ...overrides }: Omit<ChangeOptions, 'ifMatch'>,
): Promise<StrategyData> {
  const query = contextQueryOf(before, input);
  const context = { ...(await findStrategyContext(tx, project, query)), ...overrides };
  return withGroupId(applyStrategyUpdate(before, input, context, segmentsPath), name);
}

async function lockEnvironment(tx: Tx, key: EnvironmentKey) {
  const state = (await lockFlagStates(tx, key, [key.name])).get(key.name);
  if (!state) throw new Error('the environment just locked is missing');
  return state;
}

function strategyIn(strategies: readonly StoredStrategy[], { id }: StrategyKey): StoredStrategy {
  const strategy = strategies.find((it) => it.id === id.toLowerCase());
  if (!strategy) throw notFound('Strategy', id);
  return strategy;
}

/** A flag without an enabled strategy is on for no user, so it is switched off. */
async function switchOffIfIdle(
  tx: Tx,
  caller: Caller,
  key: EnvironmentKey,
  strategies: readonly StoredStrategy[],
): Promise<void> {
  if (strategies.some(({ disabled }) => !disabled)) return;
  await saveEnabled(tx, [key.name], key.environment, false);
  recordEvent(tx, caller, { type: 'feature-environment-disabled', ...scopeOf(key) });
}

const scopeOf = ({ project, environment, name }: EnvironmentKey) => ({
  project,
  environment,
  featureName: name,
});
