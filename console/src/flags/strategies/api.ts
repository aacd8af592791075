import { queryOptions } from '@tanstack/react-query';
import type { ContextField } from '../../../../server/flags/context-fields/schema.ts';
import type { StrategyType } from '../../../../server/flags/custom-strategies/schema.ts';
import type { NewStrategy } from '../../../../server/flags/strategies/schema.ts';
import { type Call, call, methodOf, pathOf } from '../../api.ts';
import { withStrategyTexts } from '../../ui/predefined/names.ts';

export const contextFieldsQuery = queryOptions({
  queryKey: ['context-fields'],
  queryFn: ({ signal }) => call<ContextField[]>('GET /api/admin/context', { signal }),
  staleTime: 60_000,
});

export const strategyTypesQuery = queryOptions({
  queryKey: ['strategy-types'],
  queryFn: async ({ signal }) => {
    const found = await call<{ strategies: StrategyType[] }>('GET /api/admin/strategies', {
      signal,
    });
    return { ...found, strategies: found.strategies.map(withStrategyTexts) };
  },
  staleTime: 60_000,
});

/** The change of a change request that contains a strategy. */
export type EditedChange = { request: number; id: number };

/** What a strategy belongs to. */
export type Target = {
  project: string;
  flag: string;
  environment: string;
  /** Absent for a new strategy. */
  strategyId?: string | undefined;
  change?: EditedChange | undefined;
};

/** The request that saves a strategy, to be shown; `proposed` where changes need approval. */
export function savingRequest(target: Target, strategy: NewStrategy, proposed: boolean) {
  const { project: projectId, flag: featureName, environment, strategyId, change } = target;
  if (change !== undefined) {
    return shown(
      'PUT /api/admin/projects/:projectId/change-requests/:id/changes/:changeId',
      { projectId, id: change.request, changeId: change.id },
      proposal(target, strategy),
    );
  }
  if (proposed) {
    return shown(
      'POST /api/admin/projects/:projectId/environments/:environment/change-requests',
      { projectId, environment },
      proposal(target, strategy),
    );
  }
  const params = { projectId, featureName, environment };
  return strategyId === undefined
    ? shown(
        'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies',
        params,
        strategy,
      )
    : shown(
        'PUT /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
        { ...params, strategyId },
        strategy,
      );
}

const proposal = ({ flag, strategyId }: Target, strategy: NewStrategy) =>
  strategyId === undefined
    ? { feature: flag, action: 'addStrategy', payload: strategy }
    : { feature: flag, action: 'updateStrategy', payload: { ...strategy, id: strategyId } };

const shown = (call: Call, params: Record<string, string | number>, body: unknown) => ({
  method: methodOf(call),
  path: pathOf(call, params),
  body,
});
