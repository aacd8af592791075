import { knownParams } from '../../search-params.ts';

/** Which of my projects is looked at, and the page of its stale flags. */
export const dashboardParams = knownParams(['project', 'offset']);
