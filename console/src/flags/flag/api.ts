import { queryOptions } from '@tanstack/react-query';
import type { ChangeRequest } from '../../../../server/approvals/change-requests/schema.ts';
import type { EnvironmentCopy } from '../../../../server/approvals/environment-copies/schema.ts';
import type { MadeChanges } from '../../../../server/approvals/reconciliation/schema.ts';
import type {
  FlagEvaluation,
  FlagEvaluationRequest,
} from '../../../../server/delivery/playground/schema.ts';
import type { NewDependency } from '../../../../server/flags/dependencies/schema.ts';
import type { FlagClone } from '../../../../server/flags/flag-moves/schema.ts';
import type { Flag, FlagUpdate } from '../../../../server/flags/flags/schema.ts';
import type { NewLink } from '../../../../server/flags/links/schema.ts';
import type {
  NewStrategy,
  Strategy,
  StrategyOrder,
  StrategyUpdate,
  Variant,
} from '../../../../server/flags/strategies/schema.ts';
import type { FlagReferences } from '../../../../server/usage/code-references/schema.ts';
import type { Completion, Stages } from '../../../../server/usage/lifecycle/schema.ts';
import type { FlagUsage, RawUsage } from '../../../../server/usage/metrics/schema.ts';
import { call, callTagged, ifMatch, type Tagged } from '../../api.ts';
import type { Wire } from '../../wire.ts';

export type FlagKey = { projectId: string; featureName: string };
export type UsageHour = Wire<typeof RawUsage>['data'][number];

export const flagQuery = ({ projectId, featureName }: FlagKey) =>
  queryOptions({
    queryKey: ['flag', projectId, featureName],
    queryFn: ({ signal }) =>
      call<Flag>('GET /api/admin/projects/:projectId/features/:featureName', {
        params: { projectId, featureName },
        query: { archived: 'true' },
        signal,
      }),
  });

/** With its version, as it was when a form was opened: loaded again only on request. */
export const openedFlagQuery = (params: FlagKey) =>
  queryOptions({
    queryKey: ['opened-flag', params],
    queryFn: ({ signal }) =>
      callTagged<Flag>('GET /api/admin/projects/:projectId/features/:featureName', {
        params,
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: 'always',
  });

export const stagesQuery = ({ projectId, featureName }: FlagKey) =>
  queryOptions({
    queryKey: ['flag-stages', projectId, featureName],
    queryFn: ({ signal }) =>
      call<Stages>('GET /api/admin/projects/:projectId/features/:featureName/lifecycle', {
        params: { projectId, featureName },
        signal,
      }),
  });

export const codeReferencesQuery = ({ projectId, featureName }: FlagKey) =>
  queryOptions({
    queryKey: ['code-references', projectId, featureName],
    queryFn: ({ signal }) =>
      call<Wire<typeof FlagReferences>>(
        'GET /api/admin/projects/:projectId/features/:featureName/code-references',
        { params: { projectId, featureName }, signal },
      ),
  });

export const pendingRequestsQuery = ({ projectId, featureName }: FlagKey) =>
  queryOptions({
    queryKey: ['change-requests', 'pending', projectId, featureName],
    queryFn: ({ signal }) =>
      call<ChangeRequest[]>(
        'GET /api/admin/projects/:projectId/change-requests/pending/:featureName',
        { params: { projectId, featureName }, signal },
      ),
  });

export const usageQuery = (featureName: string, hoursBack: number) =>
  queryOptions({
    queryKey: ['usage', featureName, hoursBack],
    queryFn: ({ signal }) =>
      call<Wire<typeof RawUsage>>('GET /api/admin/client-metrics/features/:featureName/raw', {
        params: { featureName },
        query: { hoursBack: String(hoursBack) },
        signal,
      }),
    refetchInterval: 60_000,
  });

export const applicationsQuery = (featureName: string) =>
  queryOptions({
    queryKey: ['usage', featureName],
    queryFn: ({ signal }) =>
      call<Wire<typeof FlagUsage>>('GET /api/admin/client-metrics/features/:featureName', {
        params: { featureName },
        signal,
      }),
  });

/** Evaluated again when the configuration of the environment changes. */
export const evaluationQuery = (flag: Flag, body: FlagEvaluationRequest) => {
  const params = { projectId: flag.project, featureName: flag.name };
  const configuration = flag.environments.find(({ name }) => name === body.environment);
  return queryOptions({
    queryKey: ['flag-evaluation', params, body, configuration, flag.dependencies],
    queryFn: ({ signal }) =>
      call<FlagEvaluation>('POST /api/admin/projects/:projectId/features/:featureName/evaluate', {
        params,
        body,
        signal,
      }),
  });
};

export const possibleParentsQuery = ({ projectId, featureName }: FlagKey) =>
  queryOptions({
    queryKey: ['flag-parents', projectId, featureName],
    queryFn: ({ signal }) =>
      call<string[]>('GET /api/admin/projects/:projectId/features/:child/parents', {
        params: { projectId, child: featureName },
        signal,
      }),
  });

export const parentVariantsQuery = (projectId: string, parent: string) =>
  queryOptions({
    queryKey: ['parent-variants', projectId, parent],
    queryFn: ({ signal }) =>
      call<string[]>('GET /api/admin/projects/:projectId/features/:parent/parent-variants', {
        params: { projectId, parent },
        signal,
      }),
    enabled: parent !== '',
  });

/** With an ETag, only in that version. */
export const updateFlag = (params: FlagKey, body: FlagUpdate, etag?: string) =>
  callTagged<Flag>('PUT /api/admin/projects/:projectId/features/:featureName', {
    params,
    body,
    headers: ifMatch(etag),
  });

export const cloneFlag = (params: FlagKey, body: FlagClone) =>
  call<Flag>('POST /api/admin/projects/:projectId/features/:featureName/clone', { params, body });

export const copyEnvironment = (params: FlagKey & { environment: string }, body: EnvironmentCopy) =>
  call<MadeChanges>(
    'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/copy',
    { params, body },
  );

export const reviveFlag = (featureName: string) =>
  call('POST /api/admin/archive/revive/:featureName', { params: { featureName } });

export const deleteFlag = (featureName: string) =>
  call('DELETE /api/admin/archive/:featureName', { params: { featureName } });

export const completeFlag = (params: FlagKey, body: Completion) =>
  call('POST /api/admin/projects/:projectId/features/:featureName/lifecycle/complete', {
    params,
    body,
  });

export const uncompleteFlag = (params: FlagKey) =>
  call('POST /api/admin/projects/:projectId/features/:featureName/lifecycle/uncomplete', {
    params,
  });

export type TagName = { type: string; value: string };

export const addTag = (featureName: string, { type, value }: TagName) =>
  call('POST /api/admin/features/:featureName/tags', {
    params: { featureName },
    body: { type, value },
  });

export const removeTag = (featureName: string, { type, value }: TagName) =>
  call('DELETE /api/admin/features/:featureName/tags/:type/:value', {
    params: { featureName, type, value },
  });

export const addLink = (params: FlagKey, body: NewLink) =>
  call('POST /api/admin/projects/:projectId/features/:featureName/link', { params, body });

export const updateLink = (params: FlagKey, linkId: string, body: NewLink) =>
  call('PUT /api/admin/projects/:projectId/features/:featureName/link/:linkId', {
    params: { ...params, linkId },
    body,
  });

export const removeLink = (params: FlagKey, linkId: string) =>
  call('DELETE /api/admin/projects/:projectId/features/:featureName/link/:linkId', {
    params: { ...params, linkId },
  });

/** Changes that can be made directly or proposed, with the actions of change requests. */
export type FlagChange =
  | { action: 'addStrategy'; payload: NewStrategy }
  | { action: 'updateStrategy'; payload: StrategyUpdate & { id: string } }
  | { action: 'deleteStrategy'; payload: { id: string } }
  | { action: 'reorderStrategy'; payload: StrategyOrder }
  | { action: 'patchVariant'; payload: { variants: Variant[] } }
  | { action: 'addDependency'; payload: NewDependency }
  | { action: 'deleteDependency'; payload: string }
  | { action: 'archiveFeature'; payload: Record<string, never> };

/** With its version. */
export const readStrategy = (
  params: FlagKey & { environment: string; strategyId: string },
): Promise<Tagged<Strategy>> =>
  callTagged(
    'GET /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
    { params },
  );

/** The variants of an environment, with the version of these and of the switch. */
export const readVariants = (
  params: FlagKey & { environment: string },
): Promise<Tagged<{ variants: Variant[] }>> =>
  callTagged(
    'GET /api/admin/projects/:projectId/features/:featureName/environments/:environment/variants',
    { params },
  );

/** Makes the change directly; with an ETag, a strategy or variants are updated only in that version. */
export function applyChange(
  { projectId, featureName }: FlagKey,
  environment: string,
  change: FlagChange,
  etag?: string,
): Promise<Tagged<unknown>> {
  const params = { projectId, featureName, environment };
  switch (change.action) {
    case 'addStrategy':
      return callTagged(
        'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies',
        { params, body: change.payload },
      );
    case 'updateStrategy': {
      const { id: strategyId, ...body } = change.payload;
      return callTagged(
        'PUT /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
        { params: { ...params, strategyId }, body, headers: ifMatch(etag) },
      );
    }
    case 'deleteStrategy':
      return callTagged(
        'DELETE /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
        { params: { ...params, strategyId: change.payload.id } },
      );
    case 'reorderStrategy':
      return callTagged(
        'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/set-sort-order',
        { params, body: change.payload },
      );
    case 'patchVariant':
      return callTagged(
        'PUT /api/admin/projects/:projectId/features/:featureName/environments/:environment/variants',
        { params, body: change.payload.variants, headers: ifMatch(etag) },
      );
    case 'addDependency':
      return callTagged('POST /api/admin/projects/:projectId/features/:child/dependencies', {
        params: { projectId, child: featureName },
        body: change.payload,
      });
    case 'deleteDependency':
      return callTagged(
        'DELETE /api/admin/projects/:projectId/features/:child/dependencies/:parent',
        {
          params: { projectId, child: featureName, parent: change.payload },
        },
      );
    case 'archiveFeature':
      return callTagged('DELETE /api/admin/projects/:projectId/features/:featureName', {
        params: { projectId, featureName },
      });
  }
}
