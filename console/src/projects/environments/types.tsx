import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { environmentsQuery } from '../../flags/flags/api.ts';
import { EnvironmentTypes } from '../../ui/environment.tsx';

/** Provides the types of the environments, which decide their colours, to all pages. */
export function WithEnvironmentTypes({ children }: { children: ReactNode }) {
  const environments = useQuery(environmentsQuery).data?.environments;
  const types = useMemo(
    () => new Map(environments?.map(({ name, type }) => [name, type])),
    [environments],
  );
  return <EnvironmentTypes value={types}>{children}</EnvironmentTypes>;
}
