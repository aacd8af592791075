import { pickParams } from '../../search-params.ts';

/** `view` selects whose requests are listed; the others are query parameters of the API. */
export const requestsParams = pickParams(['view', 'state', 'offset']);
export type RequestsParams = ReturnType<typeof requestsParams>;
