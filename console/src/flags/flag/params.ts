import { pickParams } from '../../search-params.ts';

/** The selected tab and its state, or the moment at which the flag is shown. */
export const flagPageParams = pickParams(['tab', 'view', 'hoursBack', 'by', 'from', 'to', 'at']);
export type FlagPageParams = ReturnType<typeof flagPageParams>;
