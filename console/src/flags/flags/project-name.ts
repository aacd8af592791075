import { useQuery } from '@tanstack/react-query';
import { projectNamesQuery } from './api.ts';

/** The id while the names are loaded, and for archived projects. */
export function useProjectName(projectId: string): string {
  const projects = useQuery(projectNamesQuery).data?.projects;
  return projects?.find(({ id }) => id === projectId)?.name ?? projectId;
}
