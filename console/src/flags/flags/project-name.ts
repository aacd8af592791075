import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { projectNamesQuery } from './api.ts';

/**
 * Projects of one name have their id behind it. While the names are loaded, and for archived projects,
 * it is `otherwise`.
 */
export const useProjectName = (projectId: string, otherwise = projectId): string =>
  useProjectNames()(projectId, otherwise);

/** The same for many. */
export function useProjectNames(): (projectId: string, otherwise?: string) => string {
  const projects = useQuery(projectNamesQuery).data?.projects;
  return useCallback(
    (projectId, otherwise = projectId) => labelOf(projects ?? [], projectId) ?? otherwise,
    [projects],
  );
}

function labelOf(projects: readonly { id: string; name: string }[], projectId: string) {
  const name = projects.find(({ id }) => id === projectId)?.name;
  if (name === undefined) return undefined;
  const isShared = projects.some((other) => other.name === name && other.id !== projectId);
  return isShared ? `${name} (${projectId})` : name;
}
