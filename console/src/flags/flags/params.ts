import { pickParams } from '../../search-params.ts';

/** The query parameters of the page are those of the API. */
export const flagParams = pickParams(
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
