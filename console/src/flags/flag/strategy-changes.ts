import type {
  Strategy,
  StrategyOrder,
  StrategyUpdate,
} from '../../../../server/flags/strategies/schema.ts';
import type { Tagged } from '../../api.ts';
import type { Others } from '../strategies/effect.ts';
import type { FlagChange } from './api.ts';
import type { FlagEnvironment } from './environment-panel.tsx';
import { moved } from './reorder.ts';
import { texts } from './texts.ts';
import { useChange } from './writes.ts';

const t = texts.strategies;

const withoutKeys = ({ id: _, featureName: __, ...members }: Strategy) => members;

/** The change that undoes the addition which had this response. */
export const undoAdding = (added: unknown): FlagChange => ({
  action: 'deleteStrategy',
  payload: { id: (added as Strategy).id },
});

export const orderOf = (ids: readonly string[]): StrategyOrder =>
  ids.map((id, sortOrder) => ({ id, sortOrder }));

/** The strategies before and after this one. */
export function othersOf({ id }: Strategy, strategies: readonly Strategy[]): Others {
  const index = strategies.findIndex((each) => each.id === id);
  return { before: strategies.slice(0, index), after: strategies.slice(index + 1) };
}

const useEnvironmentChange = ({ flag, environment }: FlagEnvironment) =>
  useChange({ projectId: flag.project, featureName: flag.name }, environment.name);

/** Saves another order of the strategies, directly or as a proposal. */
export function useStrategyOrder(scope: FlagEnvironment) {
  const { change } = useEnvironmentChange(scope);
  const before = orderOf(scope.environment.strategies.map(({ id }) => id));
  return (order: StrategyOrder) =>
    change(
      { action: 'reorderStrategy', payload: order },
      { done: t.orderChanged, undo: { action: 'reorderStrategy', payload: before } },
    );
}

/** The changes of one strategy, made directly or proposed. */
export function useStrategyChanges(scope: FlagEnvironment, strategy: Strategy) {
  const { change, labels, protectedIn } = useEnvironmentChange(scope);
  const saveOrder = useStrategyOrder(scope);
  const ids = scope.environment.strategies.map((each) => each.id);
  const { id } = strategy;
  type Saving = { before: StrategyUpdate; done: string; skip?: boolean; etag?: string | undefined };
  const update = (payload: StrategyUpdate, { before, ...options }: Saving) =>
    change(
      { action: 'updateStrategy', payload: { ...payload, id } },
      { ...options, undo: { action: 'updateStrategy', payload: { ...before, id } } },
    );
  return {
    labels,
    needApproval: protectedIn !== undefined,
    /** Only if it is still as it was when it was opened. */
    save: (next: StrategyUpdate, opened: Tagged<Strategy>, skip: boolean) =>
      update(next, {
        before: withoutKeys(opened.body),
        done: t.saved,
        skip,
        etag: opened.etag,
      }),
    enable: (on: boolean) =>
      update({ disabled: !on }, { before: { disabled: on }, done: on ? t.enabled : t.disabled }),
    move: (by: -1 | 1) => saveOrder(orderOf(moved(ids, id, ids.indexOf(id) + by))),
    duplicate: () => {
      const { sortOrder: _, ...payload } = withoutKeys(strategy);
      return change({ action: 'addStrategy', payload }, { done: t.duplicated, undo: undoAdding });
    },
    remove: () =>
      change(
        { action: 'deleteStrategy', payload: { id } },
        { done: t.deleted, undo: { action: 'addStrategy', payload: withoutKeys(strategy) } },
      ),
  };
}
