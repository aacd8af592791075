import { useQuery } from '@tanstack/react-query';
import type { IntegrationFilter } from '../../../../server/integrations/integrations/schema.ts';
import { creatorsQuery } from '../../flags/flags/api.ts';
import { useProjectNames } from '../../flags/flags/project-name.ts';
import { parseFilter } from '../../ui/set-filter.ts';
import { texts } from '../texts.tsx';

const text = texts.integrations.filter;

/** `type feature-archived, project web`, or that every event is sent. */
export function FilterText({ filter }: { filter: IntegrationFilter }) {
  const creators = useQuery({ ...creatorsQuery, enabled: filter.createdBy !== undefined }).data;
  const projectName = useProjectNames();
  const shown = (name: string, value: string) => {
    if (name === 'project') return projectName(value);
    return (
      (name === 'createdBy' && creators?.find(({ id }) => String(id) === value)?.name) || value
    );
  };
  const parts = Object.entries(filter).flatMap(([name, value]) => {
    const label = (text.labels as Record<string, string>)[name];
    if (label === undefined || typeof value !== 'string') return [];
    const parsed = parseFilter(value);
    if (!parsed) return [text.is(label, value)];
    const negated = parsed.operator.includes('NOT') || parsed.operator.includes('NONE');
    const values = parsed.values.map((each) => shown(name, each)).join(', ');
    return [negated ? text.isNot(label, values) : text.is(label, values)];
  });
  return parts.length === 0 ? text.every : parts.join(', ');
}
