import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Change, EventSearch } from '../../audit/events/event-search.tsx';
import { useFoundEvents } from '../../audit/events/found.ts';
import { useProjectId } from './project-id.ts';

export function Page() {
  const projectId = useProjectId();
  const params = useSearch({ from: '/signed-in/projects/$projectId/events' });
  const navigate = useNavigate();
  const all = useFoundEvents(params, projectId);
  const change: Change = (next, replace = false) =>
    void navigate({ to: '.', search: { ...params, offset: undefined, ...next }, replace });
  return (
    <EventSearch
      params={params}
      all={all}
      onChange={change}
      onClear={() => void navigate({ to: '.', search: {} })}
      project={projectId}
    />
  );
}
