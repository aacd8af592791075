import { pickParams } from '../../search-params.ts';

/** The filters and page of the request, the expanded event, and whether the list is live. */
export const eventParams = pickParams([
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
]);
export type EventParams = ReturnType<typeof eventParams>;
