import { randomUUID } from 'node:crypto';
import { recordEvent } from '../../events/record.ts';
import { assertHolds } from '../../identity/access/checks.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { lockPlaces } from './places.ts';
import {
  type EnvironmentKey,
  enableStrategies,
  findDefaultStrategy,
  findSurroundings,
  insertStrategies,
  saveEnabled,
} from './queries.ts';
import {
  assertRoom,
  assertUsable,
  fallbackStrategy,
  grouped,
  nextSortOrder,
  type StoredStrategy,
  strategyData,
} from './rules.ts';

export type Switch = { enabled: boolean; activateDisabled?: boolean | undefined };

type Place = Pick<EnvironmentKey, 'project' | 'environment'>;

/** A flag that is switched on with no strategy to go by gets the default one. */
export async function setEnabled(
  tx: Tx,
  caller: Caller,
  key: EnvironmentKey,
  input: Switch,
): Promise<void> {
  const { project, environment, name } = key;
  await setEnabledOfAll(tx, caller, { project, environment, names: [name] }, input);
}

/** All of the flags, or none when one is not there or may not be switched. */
export async function setEnabledOfAll(
  tx: Tx,
  caller: Caller,
  { names, ...place }: Place & { names: readonly string[] },
  { enabled, activateDisabled = false }: Switch,
): Promise<void> {
  const states = [...(await lockPlaces(tx, place, names))];
  const turning = states.filter(([, state]) => state.enabled !== enabled).map(([name]) => name);
  const stored = enabled ? states.flatMap(([, { strategies }]) => strategies) : [];
  const activated = activateDisabled ? stored.filter(({ disabled }) => disabled) : [];
  if (activated.length > 0) {
    await enableStrategies(
      tx,
      activated.map(({ id }) => id),
    );
  }
  const usable = activateDisabled ? stored : stored.filter(({ disabled }) => !disabled);
  const served = new Set(usable.map(({ featureName }) => featureName));
  const idle = enabled ? turning.filter((name) => !served.has(name)) : [];
  const added = idle.length > 0 ? await addDefaults(tx, caller, place, { idle, stored }) : [];
  if (turning.length > 0) await saveEnabled(tx, turning, place.environment, enabled);
  tell(tx, caller, place, { activated, added, turning, enabled });
}

/** Strategies are added in passing, so that needs the permission to add strategies as well. */
async function addDefaults(
  tx: Tx,
  caller: Caller,
  { project, environment }: Place,
  { idle, stored }: { idle: readonly string[]; stored: readonly StoredStrategy[] },
): Promise<StoredStrategy[]> {
  await assertHolds(tx, caller, 'CREATE_FEATURE_STRATEGY', { project, environment });
  const template = (await findDefaultStrategy(tx, project, environment)) ?? fallbackStrategy;
  const wanted = {
    stickiness: false,
    types: [template.name],
    contextNames: [],
    segments: template.segments,
  };
  const { segments } = await findSurroundings(tx, project, wanted);
  // Its segments may have gone since, and without them it would be on for more people than meant.
  for (const id of template.segments) assertUsable(id, segments, project);
  const disabled = new Map<string, StoredStrategy[]>(idle.map((name) => [name, []]));
  for (const strategy of stored) disabled.get(strategy.featureName)?.push(strategy);
  const added = [...disabled].map(([name, others]) => {
    assertRoom(others);
    return {
      ...grouped({ ...template, disabled: false, sortOrder: nextSortOrder(others) }, name),
      id: randomUUID(),
      featureName: name,
      environment,
      version: 1,
    };
  });
  await insertStrategies(tx, added);
  return added;
}

type Outcome = {
  activated: readonly StoredStrategy[];
  added: readonly StoredStrategy[];
  turning: readonly string[];
  enabled: boolean;
};

/** What made it possible comes before the switch itself. */
function tell(tx: Tx, caller: Caller, place: Place, outcome: Outcome): void {
  for (const before of outcome.activated) {
    recordEvent(tx, caller, {
      type: 'feature-strategy-update',
      ...place,
      featureName: before.featureName,
      data: strategyData({ ...before, disabled: false }),
      preData: strategyData(before),
    });
  }
  for (const strategy of outcome.added) {
    recordEvent(tx, caller, {
      type: 'feature-strategy-add',
      ...place,
      featureName: strategy.featureName,
      data: strategyData(strategy),
    });
  }
  for (const featureName of outcome.turning) {
    recordEvent(tx, caller, {
      type: outcome.enabled ? 'feature-environment-enabled' : 'feature-environment-disabled',
      ...place,
      featureName,
    });
  }
}
