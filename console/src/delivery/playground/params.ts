import { pickParams } from '../../search-params.ts';

/** The request, the filters of the results, and the flag whose explanation is open. */
export const playgroundParams = pickParams(
  ['context', 'at', 'query', 'show', 'offset', 'open'],
  ['environments', 'projects'],
);
export type PlaygroundParams = ReturnType<typeof playgroundParams>;
