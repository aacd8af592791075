import { type Static, Type } from 'typebox';
import { Nullable } from '../../platform/http/schema.ts';
import { Person } from '../change-requests/schema.ts';

const Count = Type.Integer({ minimum: 0 });

const people = {
  total: Type.Integer({ minimum: 0, description: 'Users who may approve' }),
  approvers: Type.Array(Person, { description: 'The first 20 of them by name, Admins last' }),
};

export const EnvironmentApprovers = Type.Object({
  ...people,
  admins: Type.Integer({ minimum: 0, description: 'How many of them are Admins' }),
  groups: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), members: Count }), {
    description: 'The first 20 groups whose members may approve',
  }),
  groupTotal: Count,
});
export type EnvironmentApprovers = Static<typeof EnvironmentApprovers>;

/** Why a caller cannot approve a request. */
export const obstacles = [
  'state',
  'disabled',
  'token',
  'author',
  'writer',
  'permission',
  'approved',
] as const;
export type Obstacle = (typeof obstacles)[number];

export const RequestApprovers = Type.Object({
  ...people,
  remaining: Type.Integer({ minimum: 0, description: 'Those who have not approved it yet' }),
  missingApprovals: Count,
  mayApprove: Type.Boolean({ description: 'Whether the caller can approve it now' }),
  obstacle: Nullable(
    Type.Unsafe<Obstacle>({
      type: 'string',
      enum: [...obstacles],
      description: 'Why the caller cannot',
    }),
  ),
  missingIn: Nullable(
    Type.String({ description: 'The environment in which the caller lacks the permission' }),
  ),
});
export type RequestApprovers = Static<typeof RequestApprovers>;
