import { queryOptions } from '@tanstack/react-query';
import type {
  AdvancedAnswer,
  AdvancedQuestion,
} from '../../../../server/delivery/playground/schema.ts';
import type { ContextField } from '../../../../server/flags/context-fields/schema.ts';
import { call } from '../../api.ts';

export type Question = AdvancedQuestion;
export type PlayedFlag = AdvancedAnswer['features'][number];
export type Verdict = PlayedFlag['environments'][string][number];
export type PlayedStrategy = Verdict['strategies']['data'][number];
export type PlayedConstraint = PlayedStrategy['constraints'][number];

export const playgroundQuery = (question: Question) =>
  queryOptions({
    queryKey: ['playground', question],
    queryFn: ({ signal }) =>
      call<AdvancedAnswer>('POST /api/admin/playground/advanced', { body: question, signal }),
  });

export const contextFieldsQuery = queryOptions({
  queryKey: ['context-fields'],
  queryFn: ({ signal }) => call<ContextField[]>('GET /api/admin/context', { signal }),
  staleTime: 60_000,
});
