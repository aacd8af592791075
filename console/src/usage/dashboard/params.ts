import { pickParams } from '../../search-params.ts';

/** The selected project, and the page of its stale flags. */
export const dashboardParams = pickParams(['project', 'offset']);
