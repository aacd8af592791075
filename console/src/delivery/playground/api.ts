import { queryOptions } from '@tanstack/react-query';
import type {
  AdvancedAnswer,
  AdvancedQuestion,
} from '../../../../server/delivery/playground/schema.ts';
import { call } from '../../api.ts';

export type PlaygroundRequest = AdvancedQuestion;
export type EvaluatedFlag = AdvancedAnswer['features'][number];
export type Evaluation = EvaluatedFlag['environments'][string][number];
export type EvaluatedStrategy = Evaluation['strategies']['data'][number];
export type EvaluatedConstraint = EvaluatedStrategy['constraints'][number];

export const playgroundQuery = (request: PlaygroundRequest) =>
  queryOptions({
    queryKey: ['playground', request],
    queryFn: ({ signal }) =>
      call<AdvancedAnswer>('POST /api/admin/playground/advanced', { body: request, signal }),
  });
