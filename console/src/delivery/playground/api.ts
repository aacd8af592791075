import { queryOptions } from '@tanstack/react-query';
import type {
  AdvancedRequest,
  AdvancedResponse,
} from '../../../../server/delivery/playground/schema.ts';
import { call } from '../../api.ts';

export type PlaygroundRequest = AdvancedRequest;
export type EvaluatedFlag = AdvancedResponse['features'][number];
export type Evaluation = EvaluatedFlag['environments'][string][number];
export type EvaluatedStrategy = Evaluation['strategies']['data'][number];
export type EvaluatedConstraint = EvaluatedStrategy['constraints'][number];

export const playgroundQuery = (request: PlaygroundRequest) =>
  queryOptions({
    queryKey: ['playground', request],
    queryFn: ({ signal }) =>
      call<AdvancedResponse>('POST /api/admin/playground/advanced', { body: request, signal }),
  });
