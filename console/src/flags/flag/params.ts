import { knownParams } from '../../search-params.ts';

/** Which part of the page is shown, and which of it. */
export const flagPageParams = knownParams(['tab', 'hoursBack', 'offset']);
export type FlagPageParams = ReturnType<typeof flagPageParams>;
