import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { projectNamesQuery } from './api.ts';

/** The id while the names are loaded, and for archived projects. */
export const useProjectName = (projectId: string): string => useProjectNames()(projectId);

/** The same for many. */
export function useProjectNames(): (projectId: string) => string {
  const projects = useQuery(projectNamesQuery).data?.projects;
  const names = useMemo(() => distinctNames(projects ?? []), [projects]);
  return useCallback((projectId) => names.get(projectId) ?? projectId, [names]);
}

/** By id; projects that share a name have their ids behind it. */
export function distinctNames(projects: readonly { id: string; name: string }[]) {
  const idsOf = new Map<string, string[]>();
  for (const { id, name } of projects) idsOf.set(name, [...(idsOf.get(name) ?? []), id]);
  return new Map(
    projects.map(({ id, name }) => [
      id,
      (idsOf.get(name) ?? []).length > 1 ? `${name} (${id})` : name,
    ]),
  );
}
