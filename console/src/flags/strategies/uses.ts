import { useQuery } from '@tanstack/react-query';
import type { StrategyUse } from '../../../../server/flags/segments/schema.ts';
import { paths, pathTo } from '../../paths.ts';
import { useProjectNames } from '../flags/project-name.ts';
import { strategyTypesQuery } from './api.ts';

/** Strategies as the items of `Uses`. */
export function useUses(strategies: readonly StrategyUse[] | undefined) {
  const projectName = useProjectNames();
  const types = useQuery(strategyTypesQuery).data?.strategies;
  const titleOf = (type: string) => types?.find(({ name }) => name === type)?.title || type;
  return strategies?.map(({ id, featureName, projectId, environment, strategyName }) => ({
    key: id,
    label: featureName,
    note: `${projectName(projectId)}, ${environment}: ${titleOf(strategyName)}`,
    to: pathTo(paths.flag, { projectId, featureName }),
  }));
}
