import { stringify } from 'yaml';
import type { NewStrategy, Variant } from '../../../../server/flags/strategies/schema.ts';
import type {
  DeclaredStrategy,
  Definition,
} from '../../../../server/transfer/declarations/schema.ts';

type Target = { project: string; flag: string; environment: string };

/** A list in a file is complete: these are all strategies, or all variants, of the environment. */
type Declared = { strategies: DeclaredStrategy[] } | { variants: Variant[] };

/** A file for `pennon apply` about the flag in one environment. */
export const definitionOf = (
  { project, flag, environment }: Target,
  declared: Declared,
): Definition => ({
  version: 1,
  project,
  flags: { [flag]: { environments: { [environment]: declared } } },
});

/** Without the members that have their default values. */
export function declaredStrategy(
  strategy: NewStrategy,
  segmentName: (id: number) => string,
): DeclaredStrategy {
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
