import { pickParams } from '../../search-params.ts';

/** The request, the filters of the results, and the flag and environment explained. */
export const playgroundParams = pickParams(
  ['context', 'at', 'query', 'show', 'offset', 'open', 'in'],
  ['environments', 'projects'],
);
export type PlaygroundParams = ReturnType<typeof playgroundParams>;
