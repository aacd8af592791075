import { type Static, type TSchema, Type } from 'typebox';
import { archiveFlags } from '../../flags/archive/commands.ts';
import {
  addDependency,
  removeAllDependencies,
  removeDependency,
} from '../../flags/dependencies/commands.ts';
import { NewDependency } from '../../flags/dependencies/schema.ts';
import { deleteSegment, updateSegment } from '../../flags/segments/commands.ts';
import { NewSegment } from '../../flags/segments/schema.ts';
import {
  addStrategy,
  deleteStrategy,
  setStrategyOrder,
  updateStrategy,
} from '../../flags/strategies/commands.ts';
import {
  Constraint,
  NewStrategy,
  StrategyOrder,
  StrategyUpdate,
  StrategyVariant,
  SwitchQuery,
  Variant,
} from '../../flags/strategies/schema.ts';
import { setEnabled } from '../../flags/strategies/switches.ts';
import { changeEnvironmentVariants } from '../../flags/variants/commands.ts';
import { VariantList } from '../../flags/variants/schema.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { badData } from '../../platform/errors.ts';
import { Id, Uuid } from '../../platform/http/schema.ts';
import { type Handling, validatorOf } from '../../platform/http/validator.ts';
import type { Proposal, Scope } from '../previews/rules.ts';
import type { ActionName } from './schema.ts';

/** One kind of change: its payload, and the command that applies it. */
type Action = {
  about: 'flag' | 'segment';
  /** The payload without unknown members, or an error with the path of the wrong member. */
  read: (payload: unknown, part: string, handling: Handling) => unknown;
  /** The payload that produces the merged result, if the subject was changed meanwhile. */
  adapt: (payload: unknown, result: unknown) => unknown;
  apply: (
    tx: Tx,
    caller: Caller,
    scope: Scope & { name: string },
    payload: unknown,
  ) => Promise<unknown>;
};

type Definition<T extends TSchema> = {
  about?: Action['about'];
  adapt?: (payload: Static<T>, result: object) => Static<T>;
  apply: (
    tx: Tx,
    caller: Caller,
    scope: Scope & { name: string },
    payload: Static<T>,
  ) => Promise<unknown>;
};

const Empty = Type.Object({}, { additionalProperties: false });
const StrategyId = Type.Object({ id: Uuid }, { additionalProperties: false });
const SegmentId = Type.Object({ id: Id }, { additionalProperties: false });

export const actions: Record<ActionName, Action> = {
  updateEnabled: action(
    Type.Object(
      { enabled: Type.Boolean(), ...SwitchQuery.properties },
      { additionalProperties: false },
    ),
    {
      apply: (tx, caller, key, { enabled, shouldActivateDisabledStrategies }) =>
        setEnabled(tx, caller, key, {
          enabled,
          activateDisabled: shouldActivateDisabledStrategies,
        }),
    },
  ),
  addStrategy: action(NewStrategy, { apply: addStrategy }),
  updateStrategy: action(
    Type.Object({ id: Uuid, ...StrategyUpdate.properties }, { additionalProperties: false }),
    {
      adapt: ({ id }, result) => ({ id, ...result }),
      apply: (tx, caller, key, { id, ...update }) =>
        updateStrategy(tx, caller, { ...key, id }, update),
    },
  ),
  deleteStrategy: action(StrategyId, {
    apply: (tx, caller, key, { id }) => deleteStrategy(tx, caller, { ...key, id }),
  }),
  reorderStrategy: action(StrategyOrder, {
    adapt: (_, result) =>
      Object.entries(result).map(([id, sortOrder]) => ({ id, sortOrder: sortOrder as number })),
    apply: setStrategyOrder,
  }),
  patchVariant: action(Type.Object({ variants: VariantList }, { additionalProperties: false }), {
    adapt: (_, result) => result as { variants: Variant[] },
    apply: (tx, caller, key, { variants }) =>
      changeEnvironmentVariants(tx, caller, key, () => variants),
  }),
  archiveFeature: action(Empty, {
    apply: (tx, caller, { project, name }) => archiveFlags(tx, caller, project, [name]),
  }),
  addDependency: action(NewDependency, {
    apply: (tx, caller, { project, name }, parent) =>
      addDependency(tx, caller, { project, name }, parent),
  }),
  deleteDependency: action(Type.Union([Empty, Type.String({ minLength: 1, maxLength: 100 })]), {
    apply: (tx, caller, { project, name }, parent) =>
      typeof parent === 'string'
        ? removeDependency(tx, caller, { project, name }, parent)
        : removeAllDependencies(tx, caller, { project, name }),
  }),
  updateSegment: action(
    Type.Object({ id: Id, ...NewSegment.properties }, { additionalProperties: false }),
    {
      about: 'segment',
      adapt: ({ id }, result) => ({ id, ...(result as NewSegment) }),
      apply: (tx, caller, _, { id, ...segment }) =>
        updateSegment(tx, caller, id, { input: segment }),
    },
  ),
  deleteSegment: action(SegmentId, {
    about: 'segment',
    apply: (tx, caller, _, { id }) => deleteSegment(tx, caller, id),
  }),
};

/** A new change with a validated payload, or an error with the path of the wrong member. */
export function readChange(
  {
    feature,
    action: name,
    payload,
  }: { feature?: string | null | undefined; action: ActionName; payload?: unknown },
  part: string,
  handling: Handling,
): Proposal {
  const { about, read } = actions[name];
  if (about === 'flag' && (feature ?? null) === null) {
    throw badData(`${name} needs a flag.`, `/${part}/feature`);
  }
  if (about === 'segment' && (feature ?? null) !== null) {
    throw badData(`${name} does not take a flag.`, `/${part}/feature`);
  }
  const content = read(payload, `${part}/payload`, handling);
  const segmentId = about === 'segment' ? (content as { id: number }).id : null;
  return { flag: feature ?? null, segmentId, action: name, payload: content };
}

function action<T extends TSchema>(schema: T, definition: Definition<T>): Action {
  const { about = 'flag', adapt, apply } = definition;
  const validate = validatorOf(schema, [Constraint, StrategyVariant, Variant]);
  return {
    about,
    read: (sent, part, handling) => {
      const payload = sent ?? {};
      validate(payload, part, handling);
      return payload;
    },
    adapt: (payload, result) =>
      adapt && typeof result === 'object' && result !== null
        ? adapt(payload as Static<T>, result)
        : payload,
    apply: (tx, caller, scope, payload) => apply(tx, caller, scope, payload as Static<T>),
  };
}
