import { pickParams } from '../../search-params.ts';

/** The selected tab, and the state of that tab. */
export const flagPageParams = pickParams(['tab', 'hoursBack', 'offset']);
export type FlagPageParams = ReturnType<typeof flagPageParams>;
