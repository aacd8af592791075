import { parseSetFilter } from '../../platform/http/set-filter.ts';
import type { IntegrationFilter } from '../integrations/schema.ts';
import type { ListedFilter } from './rules.ts';

/** The filters that the peer has, as lists of values. */
export function listedFilter(filter: IntegrationFilter): ListedFilter {
  const listed = (param: keyof ListedFilter) => {
    const text = filter[param];
    return text === undefined ? undefined : parseSetFilter(param, text);
  };
  return {
    type: listed('type'),
    project: listed('project'),
    environment: listed('environment'),
  };
}
