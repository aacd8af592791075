import { knownParams } from '../../search-params.ts';

/** The filters of the call, the page, and what is looked at: an opened event, and whether live. */
export const eventParams = knownParams([
  'query',
  'project',
  'feature',
  'type',
  'createdBy',
  'environment',
  'from',
  'to',
  'offset',
  'open',
  'live',
]);
export type EventParams = ReturnType<typeof eventParams>;
