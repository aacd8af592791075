import { type Static, Type } from 'typebox';
import { Nullable, ref } from '../../platform/http/schema.ts';
import { actionNames } from '../change-requests/schema.ts';

/** The actions of change requests, and what is always changed directly. */
export const changeActions = [
  ...actionNames,
  'createFeature',
  'updateFeature',
  'updateTags',
  'addLink',
  'updateLink',
  'deleteLink',
  'reviveFeature',
  'moveFeature',
  'createSegment',
] as const;
export type ChangeAction = (typeof changeActions)[number];

const Value = (description: string) => Type.Optional(Type.Unsafe<unknown>({ description }));

/** One change of the configuration of a flag or a segment. */
export const PlannedChange = Type.Object(
  {
    flag: Nullable(Type.String({ description: 'Null for segments' })),
    environment: Nullable(Type.String({ description: 'Null: not of one environment' })),
    action: Type.Unsafe<ChangeAction>({ type: 'string', enum: [...changeActions] }),
    payload: Type.Unsafe<unknown>({ description: 'The input of the action' }),
    before: Value('What is changed, before'),
    after: Value('What is changed, after'),
    sentences: Type.Array(Type.String(), { description: 'The change in plain words' }),
  },
  { $id: 'PlannedChange' },
);
export type PlannedChange = Static<typeof PlannedChange>;

/** How the changes are made. */
export const makeOptions = {
  dryRun: Type.Optional(
    Type.Boolean({ description: 'Returns what would be done, and changes nothing' }),
  ),
  propose: Type.Optional(
    Type.Boolean({
      description: 'Makes change requests also where the caller may skip them',
    }),
  ),
};

/** What was changed, or would be in a dry run. */
export const madeChanges = {
  applied: Type.Array(ref(PlannedChange), { description: 'What was changed directly' }),
  changeRequests: Type.Array(
    Type.Object({
      id: Type.Union([Type.Integer(), Type.Null()], { description: 'Null in a dry run' }),
      environment: Type.String(),
      changes: Type.Array(ref(PlannedChange)),
    }),
    { description: 'One for each protected environment: they are changed when it is applied' },
  ),
};

export const MadeChanges = Type.Object(madeChanges);
export type MadeChanges = Static<typeof MadeChanges>;
