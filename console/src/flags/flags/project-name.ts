import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { projectNamesQuery } from './api.ts';

/** The id while the names are loaded, and for archived projects. */
export const useProjectName = (projectId: string): string => useProjectNames()(projectId);

/** The same for many. */
export function useProjectNames(): (projectId: string) => string {
  const projects = useQuery(projectNamesQuery).data?.projects;
  return useCallback(
    (projectId) => projects?.find(({ id }) => id === projectId)?.name ?? projectId,
    [projects],
  );
}
