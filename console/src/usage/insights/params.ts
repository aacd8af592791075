import { pickParams } from '../../search-params.ts';

/** The number of weeks that the charts show. */
export const insightsParams = pickParams(['weeks']);
