import { type Static, Type } from 'typebox';
import { DateTime, Id, Nullable } from '../../platform/http/schema.ts';
import { User } from '../users/schema.ts';

const { id, name, username, email, imageUrl } = User.properties;

export const Person = Type.Object({ id, name, username, email, imageUrl });

export const GroupMember = Type.Object({
  joinedAt: DateTime,
  createdBy: Nullable(Type.String({ description: 'Who added the member' })),
  user: Person,
});
export type GroupMember = Static<typeof GroupMember>;

export const Group = Type.Object(
  {
    id: Id,
    name: Type.String(),
    description: Nullable(Type.String()),
    mappingsSSO: Type.Array(Type.String(), {
      description: 'Names of the group at the SSO provider',
    }),
    rootRole: Nullable(Type.Integer({ description: 'Id of the root role of all members' })),
    createdBy: Nullable(Type.String()),
    createdAt: DateTime,
    users: Type.Array(GroupMember),
    projects: Type.Array(Type.String(), { description: 'Projects in which the group has a role' }),
    userCount: Type.Integer({ minimum: 0 }),
  },
  { $id: 'Group' },
);
export type Group = Static<typeof Group>;

export const Groups = Type.Object({ groups: Type.Array(Type.Ref('Group#')) });

const closed = { additionalProperties: false };

/** Only the id is used; the other properties of a GET response are accepted and ignored. */
const MemberInput = Type.Object(
  {
    ...Type.Partial(GroupMember).properties,
    user: Type.Object({ ...Type.Partial(Person).properties, id: Id }, closed),
  },
  closed,
);

export const NewGroup = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 255, description: 'Unique, case-insensitive' }),
    description: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))),
    mappingsSSO: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 100 }),
    ),
    rootRole: Type.Optional(Nullable(Id)),
    users: Type.Optional(Type.Array(MemberInput, { maxItems: 10_000 })),
  },
  closed,
);
export type NewGroup = Static<typeof NewGroup>;

export const GroupPatch = Type.Object(Type.Partial(NewGroup).properties, closed);
export type GroupPatch = Static<typeof GroupPatch>;
