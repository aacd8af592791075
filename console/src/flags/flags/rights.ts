import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { ReadOnly, useMay } from '../../identity/session/api.ts';
import { changeRequestConfigQuery, projectNamesQuery } from './api.ts';

/** Whether the caller may propose changes: everyone in open projects, and members in others. */
export function useMayPropose(): (project: string) => boolean {
  const { isMember } = useMay();
  const readOnly = useContext(ReadOnly);
  const projects = useQuery(projectNamesQuery).data?.projects;
  return (project) =>
    !readOnly && (isMember(project) || projects?.find(({ id }) => id === project)?.mode === 'open');
}

/** Whether the caller may make a change, or propose it where changes need approval. */
export function useMayChange(project: string) {
  const { may } = useMay();
  const mayPropose = useMayPropose()(project);
  const settings = useQuery(changeRequestConfigQuery(project)).data ?? [];
  /** Without an environment, for changes that take effect in all of them. */
  return (permission: string, environment?: string): boolean =>
    may(permission, project, environment) ||
    (mayPropose &&
      settings.some(
        (each) =>
          each.changeRequestEnabled && (environment ?? each.environment) === each.environment,
      ));
}
