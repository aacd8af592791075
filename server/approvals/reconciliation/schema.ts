import { type Static, Type } from 'typebox';
import { Nullable } from '../../platform/http/schema.ts';
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
