import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useContext } from 'react';
import type { Settings } from '../../../../server/approvals/protection/schema.ts';
import { ReadOnly, useMay } from '../../identity/session/api.ts';
import type { Wire } from '../../wire.ts';
import { changeRequestConfigQuery, projectNamesQuery } from './api.ts';

/** Whether the caller may propose changes: everyone in open projects, and members in others. */
export function useMayPropose(): (project: string) => boolean {
  const { isMember } = useMay();
  const readOnly = useContext(ReadOnly);
  const projects = useQuery(projectNamesQuery).data?.projects;
  return useCallback(
    (project) =>
      !readOnly &&
      (isMember(project) || projects?.find(({ id }) => id === project)?.mode === 'open'),
    [isMember, readOnly, projects],
  );
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

type InEnvironment = { project: string; environments: readonly { name: string }[] };

/** The same for the flags of a list; loads the settings of projects only where they decide. */
export function useMayChangeFlags(flags: readonly InEnvironment[], permission: string) {
  const { may } = useMay();
  const mayPropose = useMayPropose();
  const undecided = flags.filter(
    ({ project, environments }) =>
      mayPropose(project) && environments.some(({ name }) => !may(permission, project, name)),
  );
  const projects = [...new Set(undecided.map(({ project }) => project))];
  const proposable = useQueries({
    queries: projects.map((project) => ({
      ...changeRequestConfigQuery(project),
      select: (settings: Wire<typeof Settings>) =>
        settings
          .filter(({ changeRequestEnabled }) => changeRequestEnabled)
          .map(({ environment }) => placeOf(project, environment)),
    })),
    combine: placesOf,
  });
  return useCallback(
    (project: string, environment: string): boolean =>
      may(permission, project, environment) || proposable.includes(placeOf(project, environment)),
    [may, permission, proposable],
  );
}

const placeOf = (project: string, environment: string) => `${project}/${environment}`;

/** Not created on each render, so that the result is the same until a response arrives. */
const placesOf = (results: readonly { data?: string[] | undefined }[]) =>
  results.flatMap(({ data = [] }) => data);
