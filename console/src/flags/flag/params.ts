import { knownParams } from '../../search-params.ts';

/** The selected tab, and the state of that tab. */
export const flagPageParams = knownParams(['tab', 'hoursBack', 'offset']);
export type FlagPageParams = ReturnType<typeof flagPageParams>;
