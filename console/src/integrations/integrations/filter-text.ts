import type { IntegrationFilter } from '../../../../server/integrations/integrations/schema.ts';
import { parseFilter } from '../../ui/set-filter.ts';

const labels: Record<string, string> = {
  project: 'project',
  feature: 'flag',
  type: 'type',
  createdBy: 'by',
  environment: 'environment',
  tag: 'tag',
  query: 'text',
  from: 'from',
  to: 'up to',
};

/** `type feature-archived, project web`, or that every event is sent. */
export function describeFilter(filter: IntegrationFilter): string {
  const parts = Object.entries(filter).flatMap(([name, value]) => {
    const label = labels[name];
    if (label === undefined || typeof value !== 'string') return [];
    const parsed = parseFilter(value);
    if (!parsed) return [`${label} ${value}`];
    const negated = parsed.operator.includes('NOT') || parsed.operator.includes('NONE');
    return [`${label} ${negated ? 'not ' : ''}${parsed.values.join(', ')}`];
  });
  return parts.length === 0 ? 'Every event' : parts.join(', ');
}
