import { stringify } from 'yaml';
import type { NewStrategy } from '../../../../server/flags/strategies/schema.ts';
import type {
  DeclaredStrategy,
  Definition,
} from '../../../../server/transfer/declarations/schema.ts';

type Target = { project: string; flag: string; environment: string };

/** A file for `pennon apply` with all strategies of the flag in one environment. */
export const definitionOf = (
  { project, flag, environment }: Target,
  strategies: readonly NewStrategy[],
  segmentName: (id: number) => string,
): Definition => ({
  version: 1,
  project,
  flags: {
    [flag]: {
      environments: {
        [environment]: { strategies: strategies.map((each) => declared(each, segmentName)) },
      },
    },
  },
});

/** Without the members that have their default values. */
function declared(strategy: NewStrategy, segmentName: (id: number) => string): DeclaredStrategy {
  const { name, title, disabled, parameters = {}, constraints = [], segments = [] } = strategy;
  const { variants = [] } = strategy;
  return {
    name,
    ...(title ? { title } : {}),
    ...(disabled ? { disabled } : {}),
    ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
    ...(segments.length > 0 ? { segments: segments.map(segmentName) } : {}),
    ...(constraints.length > 0 ? { constraints: constraints.map(withoutFalse) } : {}),
    ...(variants.length > 0 ? { variants } : {}),
  };
}

const withoutFalse = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== false)) as T;

export const yamlOf = (definition: Definition): string =>
  stringify(definition, { lineWidth: 0, aliasDuplicateObjects: false });
