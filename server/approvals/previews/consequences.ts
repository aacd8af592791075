import {
  type FlagEnvironmentState,
  isOfStrategy,
  type MergeResult,
  type RecordedProposal,
  strategyIdOf,
} from './rules.ts';

/** What the server does besides the changes of a flag, so that it is not on without a strategy. */
export type Consequence = 'addStrategy' | 'updateEnabled';

/** The default strategy is added, the flag is switched off, or neither; `results` of the merge. */
export function consequenceOf(
  state: FlagEnvironmentState,
  changes: readonly (RecordedProposal & { id: number })[],
  results: ReadonlyMap<number, MergeResult>,
): Consequence | undefined {
  let { enabled } = state;
  let [added, switchedOff] = [false, false];
  const active = new Map(state.strategies.map(({ id, disabled }) => [id, !disabled]));
  const isIdle = () => ![...active.values()].includes(true);
  for (const change of changes) {
    const input = change.payload as Input;
    if (change.action === 'addStrategy') active.set(`added ${change.id}`, input.disabled !== true);
    if (change.action === 'updateEnabled') {
      if (input.enabled && input.shouldActivateDisabledStrategies) {
        for (const id of active.keys()) active.set(id, true);
      }
      if (input.enabled && !enabled && isIdle()) {
        added = true;
        active.set('default', true);
      }
      enabled = input.enabled;
    }
    if (!isOfStrategy(change.action)) continue;
    const after = results.get(change.id)?.result as { disabled: boolean } | null | undefined;
    if (after) active.set(strategyIdOf(change), !after.disabled);
    else active.delete(strategyIdOf(change));
    if (enabled && isIdle()) [enabled, switchedOff] = [false, true];
  }
  if (added) return 'addStrategy';
  return switchedOff && !enabled ? 'updateEnabled' : undefined;
}

type Input = {
  enabled: boolean;
  disabled?: boolean | null;
  shouldActivateDisabledStrategies?: boolean;
};
