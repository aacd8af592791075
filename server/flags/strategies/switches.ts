import { randomUUID } from 'node:crypto';
import { recordEvent } from '../../events/record.ts';
import { assertHolds } from '../../identity/access/checks.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { assertMatch } from '../../platform/etags.ts';
import { entityTag } from '../flags/rules.ts';
import { lockFlagStates } from './flag-states.ts';
import {
  type EnvironmentKey,
  enableStrategies,
  findDefaultStrategy,
  findStrategyContext,
  insertStrategies,
  saveEnabled,
} from './queries.ts';
import {
  assertRoom,
  assertSegmentUsable,
  fallbackStrategy,
  type LockedFlagStates,
  nextSortOrder,
  type StoredStrategy,
  strategyData,
  withGroupId,
} from './rules.ts';

export type Switch = { enabled: boolean; activateDisabled?: boolean | undefined };

type Scope = Pick<EnvironmentKey, 'project' | 'environment'>;

/** A flag that is switched on without an enabled strategy gets the default strategy. Returns the version. */
export async function setEnabled(
  tx: Tx,
  caller: Caller,
  { name, ...scope }: EnvironmentKey,
  { ifMatch, ...input }: Switch & { ifMatch?: string | undefined },
): Promise<number> {
  const states = await lockFlagStates(tx, scope, [name]);
  const before = states.get(name);
  if (!before) throw new Error('the environment just locked is missing');
  assertMatch(entityTag(before.version), ifMatch);
  await switchAll(tx, caller, { ...scope, states }, input);
  return before.enabled === input.enabled ? before.version : before.version + 1;
}

/** Switches all of the flags or none. */
export async function setEnabledOfAll(
  tx: Tx,
  caller: Caller,
  { names, ...scope }: Scope & { names: readonly string[] },
  input: Switch,
): Promise<void> {
  const states = await lockFlagStates(tx, scope, names);
  await switchAll(tx, caller, { ...scope, states }, input);
}

async function switchAll(
  tx: Tx,
  caller: Caller,
  { states: locked, ...scope }: Scope & Pick<LockedFlagStates, 'states'>,
  { enabled, activateDisabled = false }: Switch,
): Promise<void> {
  const states = [...locked];
  const switched = states.filter(([, state]) => state.enabled !== enabled).map(([name]) => name);
  const stored = enabled ? states.flatMap(([, { strategies }]) => strategies) : [];
  const activated = activateDisabled ? stored.filter(({ disabled }) => disabled) : [];
  if (activated.length > 0) {
    await enableStrategies(
      tx,
      activated.map(({ id }) => id),
    );
  }
  const usable = activateDisabled ? stored : stored.filter(({ disabled }) => !disabled);
  const withStrategy = new Set(usable.map(({ featureName }) => featureName));
  const idle = enabled ? switched.filter((name) => !withStrategy.has(name)) : [];
  const added = idle.length > 0 ? await addDefaults(tx, caller, scope, { idle, stored }) : [];
  if (switched.length > 0) await saveEnabled(tx, switched, scope.environment, enabled);
  recordSwitch(tx, caller, scope, { activated, added, switched, enabled });
}

/** Adding a strategy needs its own permission. */
async function addDefaults(
  tx: Tx,
  caller: Caller,
  { project, environment }: Scope,
  { idle, stored }: { idle: readonly string[]; stored: readonly StoredStrategy[] },
): Promise<StoredStrategy[]> {
  await assertHolds(tx, caller, 'CREATE_FEATURE_STRATEGY', { project, environment });
  const template = (await findDefaultStrategy(tx, project, environment)) ?? fallbackStrategy;
  const query = {
    stickiness: false,
    types: [template.name],
    contextNames: [],
    segments: template.segments,
  };
  const { segments } = await findStrategyContext(tx, project, query);
  // A segment may have been deleted, and without it the flag would be on for too many users.
  for (const id of template.segments) assertSegmentUsable(id, segments, project);
  const disabled = new Map<string, StoredStrategy[]>(idle.map((name) => [name, []]));
  for (const strategy of stored) disabled.get(strategy.featureName)?.push(strategy);
  const added = [...disabled].map(([name, others]) => {
    assertRoom(others);
    return {
      ...withGroupId({ ...template, disabled: false, sortOrder: nextSortOrder(others) }, name),
      id: randomUUID(),
      featureName: name,
      environment,
      version: 1,
    };
  });
  await insertStrategies(tx, added);
  return added;
}

type SwitchResult = {
  activated: readonly StoredStrategy[];
  added: readonly StoredStrategy[];
  switched: readonly string[];
  enabled: boolean;
};

/** The changes of strategies are recorded before the switch. */
function recordSwitch(tx: Tx, caller: Caller, scope: Scope, result: SwitchResult): void {
  for (const before of result.activated) {
    recordEvent(tx, caller, {
      type: 'feature-strategy-update',
      ...scope,
      featureName: before.featureName,
      data: strategyData({ ...before, disabled: false }),
      preData: strategyData(before),
    });
  }
  for (const strategy of result.added) {
    recordEvent(tx, caller, {
      type: 'feature-strategy-add',
      ...scope,
      featureName: strategy.featureName,
      data: strategyData(strategy),
    });
  }
  for (const featureName of result.switched) {
    recordEvent(tx, caller, {
      type: result.enabled ? 'feature-environment-enabled' : 'feature-environment-disabled',
      ...scope,
      featureName,
    });
  }
}
