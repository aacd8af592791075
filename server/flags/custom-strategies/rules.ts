import { badData, conflict, noAccess } from '../../platform/errors.ts';
import { assertUrlFriendly } from '../flags/rules.ts';
import type { NewStrategyType, StrategyType, StrategyTypePatch } from './schema.ts';

/** A strategy type as events contain it. */
export type TypeData = Omit<StrategyType, 'displayName'>;

/** The strategy type that is always available. */
const defaultType = 'default';

export function planType(input: NewStrategyType): TypeData {
  const { name, deprecated = false, ...rest } = input;
  assertUrlFriendly(name, '/body/name');
  const blank = { name, title: name, description: '', editable: true, deprecated, parameters: [] };
  return patchType(blank, rest);
}

/** Members left out keep their value. */
export function patchType(before: TypeData, patch: StrategyTypePatch): TypeData {
  const { title, description, parameters } = patch;
  return {
    ...before,
    title: title === undefined ? before.title : title || before.name,
    description: description === undefined ? before.description : (description ?? ''),
    parameters: parameters === undefined ? before.parameters : planParameters(parameters),
  };
}

export const viewType = (data: TypeData): StrategyType => ({
  ...data,
  displayName: data.title,
});

export function assertEditable({ name, editable }: TypeData): void {
  if (editable) return;
  throw noAccess(`Strategy type "${name}" is built in. It cannot be changed or deleted.`);
}

export function assertMayDeprecate({ name }: TypeData): void {
  if (name === defaultType) throw noAccess(`Strategy type "${name}" cannot be deprecated.`);
}

/** `flags` are some of the flags that use it. */
export function assertUnused({ name }: TypeData, flags: readonly string[]): void {
  if (flags.length === 0) return;
  throw conflict(`Strategy type "${name}" is used by flags, among them ${flags.join(', ')}.`);
}

function planParameters(parameters: NewStrategyType['parameters']): TypeData['parameters'] {
  const names = new Set<string>();
  return parameters.map(({ name, type, description = '', required = false }, index) => {
    if (names.has(name)) {
      throw badData(`Parameter "${name}" is repeated.`, `/body/parameters/${index}/name`);
    }
    names.add(name);
    return { name, type, description, required };
  });
}
