import type { StrategyUse } from '../../../../server/flags/segments/schema.ts';
import { paths, pathTo } from '../../paths.ts';

/** Strategies as the items of `Uses`. */
export const usesOf = (strategies: readonly StrategyUse[] | undefined) =>
  strategies?.map(({ id, featureName, projectId, environment, strategyName }) => ({
    key: id,
    label: featureName,
    note: `${projectId}, ${environment}: ${strategyName}`,
    to: pathTo(paths.flag, { projectId, featureName }),
  }));
