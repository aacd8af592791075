import { pickParams, textAsQuery } from '../../search-params.ts';

const pick = pickParams([
  'q',
  'query',
  'project',
  'feature',
  'type',
  'createdBy',
  'environment',
  'tag',
  'from',
  'to',
  'offset',
  'open',
  'live',
  'view',
]);

/** The filters and page of the request, the expanded event, whether the list is live, the opened view. */
export const eventParams = (search: Record<string, unknown>) => textAsQuery(pick(search));
export type EventParams = ReturnType<typeof eventParams>;
