import { type Static, type TSchema, Type } from 'typebox';
import { archiveFlags } from '../../flags/archive/commands.ts';
import {
  addDependency,
  removeAllDependencies,
  removeDependency,
} from '../../flags/dependencies/commands.ts';
import { NewDependency } from '../../flags/dependencies/schema.ts';
import { deleteSegment, updateSegment } from '../../flags/segments/commands.ts';
import { NewSegment, Segment } from '../../flags/segments/schema.ts';
import {
  addStrategy,
  deleteStrategy,
  setStrategyOrder,
  updateStrategy,
} from '../../flags/strategies/commands.ts';
import {
  Constraint,
  NewStrategy,
  Strategy,
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
import { validatorOf } from '../../platform/http/validator.ts';
import type { Place, Proposal } from '../previews/rules.ts';
import type { ActionName } from './schema.ts';

/** One kind of change: what it takes, and the command that makes it. */
type Action = {
  about: 'flag' | 'segment';
  /** The payload without what it merely echoes, or a refusal that says where it is wrong. */
  read: (payload: unknown, part: string) => unknown;
  /** What the payload says once others have changed the same thing elsewhere. */
  adapt: (payload: unknown, result: unknown) => unknown;
  apply: (
    tx: Tx,
    caller: Caller,
    place: Place & { name: string },
    payload: unknown,
  ) => Promise<unknown>;
};

type Definition<T extends TSchema> = {
  about?: Action['about'];
  /** Members that answers add to the payload: a script may send them back. */
  echo?: readonly string[];
  adapt?: (payload: Static<T>, result: object) => Static<T>;
  apply: (
    tx: Tx,
    caller: Caller,
    place: Place & { name: string },
    payload: Static<T>,
  ) => Promise<unknown>;
};

const Nothing = Type.Object({}, { additionalProperties: false });
const StrategyId = Type.Object({ id: Uuid }, { additionalProperties: false });
const SegmentId = Type.Object({ id: Id }, { additionalProperties: false });
const strategyEcho = ['snapshot', ...Object.keys(Strategy.properties)];
const segmentEcho = ['snapshot', ...Object.keys(Segment.properties)];

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
  addStrategy: action(NewStrategy, { echo: strategyEcho, apply: addStrategy }),
  updateStrategy: action(
    Type.Object({ id: Uuid, ...StrategyUpdate.properties }, { additionalProperties: false }),
    {
      echo: strategyEcho,
      adapt: ({ id }, result) => ({ id, ...result }),
      apply: (tx, caller, key, { id, ...update }) =>
        updateStrategy(tx, caller, { ...key, id }, update),
    },
  ),
  deleteStrategy: action(StrategyId, {
    echo: strategyEcho,
    apply: (tx, caller, key, { id }) => deleteStrategy(tx, caller, { ...key, id }),
  }),
  reorderStrategy: action(StrategyOrder, {
    adapt: (_, result) =>
      Object.entries(result).map(([id, sortOrder]) => ({ id, sortOrder: sortOrder as number })),
    apply: setStrategyOrder,
  }),
  patchVariant: action(Type.Object({ variants: VariantList }, { additionalProperties: false }), {
    echo: ['snapshot'],
    adapt: (_, result) => result as { variants: Variant[] },
    apply: (tx, caller, key, { variants }) =>
      changeEnvironmentVariants(tx, caller, key, () => variants),
  }),
  archiveFeature: action(Nothing, {
    apply: (tx, caller, { project, name }) => archiveFlags(tx, caller, project, [name]),
  }),
  addDependency: action(NewDependency, {
    apply: (tx, caller, { project, name }, parent) =>
      addDependency(tx, caller, { project, name }, parent),
  }),
  deleteDependency: action(Type.Union([Nothing, Type.String({ minLength: 1, maxLength: 100 })]), {
    apply: (tx, caller, { project, name }, parent) =>
      typeof parent === 'string'
        ? removeDependency(tx, caller, { project, name }, parent)
        : removeAllDependencies(tx, caller, { project, name }),
  }),
  updateSegment: action(
    Type.Object({ id: Id, ...NewSegment.properties }, { additionalProperties: false }),
    {
      about: 'segment',
      echo: segmentEcho,
      adapt: ({ id }, result) => ({ id, ...(result as NewSegment) }),
      apply: (tx, caller, _, { id, ...segment }) => updateSegment(tx, caller, id, segment),
    },
  ),
  deleteSegment: action(SegmentId, {
    about: 'segment',
    echo: segmentEcho,
    apply: (tx, caller, _, { id }) => deleteSegment(tx, caller, id),
  }),
};

/** What a new change is about, with its payload in order; or which member is wrong. */
export function readChange(
  {
    feature,
    action: name,
    payload,
  }: { feature?: string | null | undefined; action: ActionName; payload?: unknown },
  part: string,
): Proposal {
  const { about, read } = actions[name];
  if (about === 'flag' && (feature ?? null) === null) {
    throw badData(`${name} needs the flag.`, `/${part}/feature`);
  }
  if (about === 'segment' && (feature ?? null) !== null) {
    throw badData(`${name} is not about a flag.`, `/${part}/feature`);
  }
  const content = read(payload, `${part}/payload`);
  const segmentId = about === 'segment' ? (content as { id: number }).id : null;
  return { flag: feature ?? null, segmentId, action: name, payload: content };
}

function action<T extends TSchema>(schema: T, definition: Definition<T>): Action {
  const { about = 'flag', echo = [], adapt, apply } = definition;
  const validate = validatorOf(schema, [Constraint, StrategyVariant, Variant]);
  const known = Object.keys((schema as { properties?: object }).properties ?? {});
  const echoed = echo.filter((member) => !known.includes(member));
  return {
    about,
    read: (payload, part) => {
      const bare = without(payload ?? {}, echoed);
      validate(bare, part);
      return bare;
    },
    adapt: (payload, result) =>
      adapt && typeof result === 'object' && result !== null
        ? adapt(payload as Static<T>, result)
        : payload,
    apply: (tx, caller, place, payload) => apply(tx, caller, place, payload as Static<T>),
  };
}

function without(payload: unknown, members: readonly string[]): unknown {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return payload;
  return Object.fromEntries(Object.entries(payload).filter(([key]) => !members.includes(key)));
}
