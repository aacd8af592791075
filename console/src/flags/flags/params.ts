import { knownParams } from '../../search-params.ts';

/** The address of the page is the query of the call: each of these is a parameter of the API. */
export const flagParams = knownParams(
  [
    'query',
    'project',
    'state',
    'type',
    'createdBy',
    'tag',
    'segment',
    'lifecycle',
    'favorite',
    'archived',
    'createdAt',
    'lastSeenAt',
    'sortBy',
    'sortOrder',
    'favoritesFirst',
    'offset',
  ],
  ['status'],
);
export type FlagParams = ReturnType<typeof flagParams>;
