import { randomUUID } from 'node:crypto';
import { recordEvent } from '../../events/record.ts';
import { assertHolds } from '../../identity/access/checks.ts';
import { maySeeProject } from '../../identity/access/queries.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { badData, notFound } from '../../platform/errors.ts';
import { assertVersion } from '../flags/rules.ts';
import type { LegalValues } from './constraints.ts';
import { checkConstraint } from './constraints.ts';
import { lockPlaces } from './places.ts';
import {
  deleteStrategyRow,
  type EnvironmentKey,
  findPlaceOfStrategy,
  findSurroundings,
  insertStrategies,
  listLegalValues,
  listStrategies,
  saveEnabled,
  saveOrder,
  saveSegments,
  saveStrategy,
} from './queries.ts';
import {
  assertRoom,
  blankStrategy,
  changesOf,
  combine,
  demandOf,
  grouped,
  isSame,
  nextSortOrder,
  planOrder,
  type StoredStrategy,
  type StrategyData,
  settleStrategy,
  strategyData,
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

/** A strategy is named by where it stands too: elsewhere it does not exist. */
export type StrategyKey = EnvironmentKey & { id: string };

/** With no sortOrder of its own, it is evaluated after all others. */
export async function addStrategy(
  tx: Tx,
  caller: Caller,
  key: EnvironmentKey,
  input: NewStrategy,
): Promise<StoredStrategy> {
  const [strategy] = await addStrategies(tx, caller, key, [{ name: key.name, input }]);
  if (!strategy) throw new Error('the strategy just added is gone');
  return strategy;
}

/** The flag it is for, and what it does. */
export type Addition = { name: string; input: NewStrategy };

/** The legal values that count, where they are not those of this moment. */
type JudgedBy = { legalValues?: LegalValues };

/** All of them in their order, or none; a fixed number of statements, however many there are. */
export async function addStrategies(
  tx: Tx,
  caller: Caller,
  { project, environment }: Place,
  additions: readonly Addition[],
  judgedBy: JudgedBy = {},
): Promise<StoredStrategy[]> {
  const flags = await lockPlaces(tx, { project, environment }, [
    ...new Set(additions.map(({ name }) => name)),
  ]);
  const demand = combine(additions.map(({ input }) => demandOf(blankStrategy, input)));
  const around = { ...(await findSurroundings(tx, project, demand)), ...judgedBy };
  const added = additions.map(({ name, input }) => {
    const others = flags.get(name)?.strategies ?? [];
    assertRoom(others);
    const wanted = { sortOrder: nextSortOrder(others), ...input };
    const strategy: StoredStrategy = {
      ...grouped(settleStrategy(blankStrategy, wanted, around), name),
      id: randomUUID(),
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

type ChangeOptions = JudgedBy & { ifMatch?: string | undefined; segmentsPath?: string };

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

/** The patch is applied to what is stored once nobody else can change it, so none gets lost. */
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

/** A flag whose last enabled strategy goes is switched off there. */
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

/** The strategy's own place decides who may do this; the body can only agree with it. */
export async function setStrategySegments(
  tx: Tx,
  caller: Caller,
  { projectId, strategyId, environmentId, segmentIds }: StrategySegments,
): Promise<void> {
  const place = await findPlaceOfStrategy(tx, strategyId);
  if (!place || !(await maySeeProject(tx, caller, place.project))) {
    throw notFound('Strategy', strategyId);
  }
  await assertHolds(tx, caller, 'UPDATE_FEATURE_STRATEGY', place);
  if (projectId !== place.project) {
    throw badData(`The strategy is in project "${place.project}".`, '/body/projectId');
  }
  if (environmentId !== place.environment) {
    throw badData(`The strategy is in environment "${place.environment}".`, '/body/environmentId');
  }
  const key = { ...place, id: strategyId };
  const change = { segments: segmentIds };
  await updateStrategy(tx, caller, key, change, { segmentsPath: '/body/segmentIds' });
}

/** Refuses a constraint that no strategy could have. */
export async function validateConstraint(db: Db, constraint: Constraint): Promise<void> {
  checkConstraint(constraint, await listLegalValues(db, [constraint.contextName]), '/body');
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
  assertVersion(before.version, ifMatch);
  const data = await settle(tx, key, before, change(before), options);
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

async function settle(
  tx: Tx,
  { project, name }: EnvironmentKey,
  before: StrategyData,
  input: StrategyUpdate,
  { segmentsPath, ...judgedBy }: Omit<ChangeOptions, 'ifMatch'>,
): Promise<StrategyData> {
  const around = { ...(await findSurroundings(tx, project, demandOf(before, input))), ...judgedBy };
  return grouped(settleStrategy(before, input, around, segmentsPath), name);
}

type Place = Pick<EnvironmentKey, 'project' | 'environment'>;

async function lockEnvironment(tx: Tx, key: EnvironmentKey) {
  const state = (await lockPlaces(tx, key, [key.name])).get(key.name);
  if (!state) throw new Error('the environment just locked is gone');
  return state;
}

function strategyIn(strategies: readonly StoredStrategy[], { id }: StrategyKey): StoredStrategy {
  const strategy = strategies.find((it) => it.id === id.toLowerCase());
  if (!strategy) throw notFound('Strategy', id);
  return strategy;
}

/** On, but with nothing enabled, would be on for nobody; so it says that it is off. */
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
