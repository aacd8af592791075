import { pickParams, textAsQuery } from '../../search-params.ts';

const pick = pickParams(
  [
    'q',
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
    'view',
  ],
  ['status'],
);

/** The query parameters of the page are those of the API, and the opened view; `query` becomes `q`. */
export const flagParams = (search: Record<string, unknown>) => textAsQuery(pick(search), ',');
export type FlagParams = ReturnType<typeof flagParams>;
