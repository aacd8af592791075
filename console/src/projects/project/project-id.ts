import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { overviewQuery } from './api.ts';

/** The project of the page. */
export const useProjectId = () => useParams({ from: '/signed-in/projects/$projectId' }).projectId;

/** Undefined while it is loading; the frame around the pages shows errors. */
export function useProject() {
  const projectId = useProjectId();
  return { projectId, project: useQuery(overviewQuery(projectId)).data };
}
