import { knownParams } from '../../search-params.ts';

/** `view` says whose requests; the others are parameters of the call. */
export const requestsParams = knownParams(['view', 'state', 'offset']);
export type RequestsParams = ReturnType<typeof requestsParams>;
