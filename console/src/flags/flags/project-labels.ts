import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { projectNamesQuery } from './api.ts';

/** As `useProjectNames`, for where one is chosen. */
export function useProjectLabels(): (projectId: string) => string {
  const projects = useQuery(projectNamesQuery).data?.projects;
  const labels = useMemo(() => labelsOf(projects ?? []), [projects]);
  return useCallback((projectId) => labels.get(projectId) ?? projectId, [labels]);
}

/** By id; projects that share a name have their ids behind it. */
export function labelsOf(projects: readonly { id: string; name: string }[]) {
  const counts = new Map<string, number>();
  for (const { name } of projects) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    projects.map(({ id, name }) => [id, counts.get(name) === 1 ? name : `${name} (${id})`]),
  );
}
