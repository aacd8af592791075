import { queryOptions } from '@tanstack/react-query';
import type { ContextField } from '../../../../server/flags/context-fields/schema.ts';
import type { StrategyType } from '../../../../server/flags/custom-strategies/schema.ts';
import type { NewStrategy, Variant } from '../../../../server/flags/strategies/schema.ts';
import { type Call, call, methodOf, pathOf } from '../../api.ts';
import { withStrategyTexts } from '../../ui/predefined/names.ts';

export const contextFieldsQuery = queryOptions({
  queryKey: ['context-fields'],
  queryFn: ({ signal }) => call<ContextField[]>('GET /api/admin/context', { signal }),
  staleTime: 60_000,
  // The form of a constraint links to where legal values are added, in another tab.
  refetchOnWindowFocus: 'always',
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

/** The change of a change request that is edited. */
export type EditedChange = { request: number; id: number };

/** What a strategy or a list of variants belongs to. */
export type Target = {
  project: string;
  flag: string;
  environment: string;
  /** Absent for a new strategy. */
  strategyId?: string | undefined;
  change?: EditedChange | undefined;
};

/** What an editor saves. */
export type Edited = { strategy: NewStrategy } | { variants: Variant[] };

/** The request that saves it, to be shown; `proposed` where changes need approval. */
export function savingRequest(target: Target, edited: Edited, proposed: boolean) {
  const { project: projectId, flag: featureName, environment, change } = target;
  if (change !== undefined) {
    return shown(
      'PUT /api/admin/projects/:projectId/change-requests/:id/changes/:changeId',
      { projectId, id: change.request, changeId: change.id },
      { feature: featureName, ...proposal(target, edited) },
    );
  }
  if (proposed) {
    return shown(
      'POST /api/admin/projects/:projectId/environments/:environment/change-requests',
      { projectId, environment },
      { feature: featureName, ...proposal(target, edited) },
    );
  }
  return directRequest(target, edited);
}

function directRequest(target: Target, edited: Edited) {
  const { project: projectId, flag: featureName, environment, strategyId } = target;
  const params = { projectId, featureName, environment };
  if ('variants' in edited) {
    return shown(
      'PUT /api/admin/projects/:projectId/features/:featureName/environments/:environment/variants',
      params,
      edited.variants,
    );
  }
  return strategyId === undefined
    ? shown(
        'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies',
        params,
        edited.strategy,
      )
    : shown(
        'PUT /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
        { ...params, strategyId },
        edited.strategy,
      );
}

function proposal({ strategyId }: Target, edited: Edited) {
  if ('variants' in edited) return { action: 'patchVariant', payload: edited };
  const { strategy } = edited;
  return strategyId === undefined
    ? { action: 'addStrategy', payload: strategy }
    : { action: 'updateStrategy', payload: { ...strategy, id: strategyId } };
}

const shown = (call: Call, params: Record<string, string | number>, body: unknown) => ({
  method: methodOf(call),
  path: pathOf(call, params),
  body,
});
