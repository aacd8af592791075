import { knownParams } from '../../search-params.ts';

/** What is asked, what of the answers is shown, and the flag that is looked at. */
export const playgroundParams = knownParams(
  ['context', 'query', 'show', 'offset', 'open'],
  ['environments', 'projects'],
);
export type PlaygroundParams = ReturnType<typeof playgroundParams>;
