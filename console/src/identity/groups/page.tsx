import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, useMemo } from 'react';
import type { Role } from '../../../../server/identity/access/schema.ts';
import type { Group } from '../../../../server/identity/groups/schema.ts';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { Named } from '../../ui/named.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { nameOf } from '../../ui/person.tsx';
import { useMay } from '../session/api.ts';
import { usersQuery } from '../users/api.ts';
import { deleteGroup, groupsQuery } from './api.ts';

const GroupForm = lazy(() => import('./group-form.tsx'));

const columnsFor = (roles: readonly Role[]): ListColumn<Group>[] => {
  const roleOf = ({ rootRole }: Group) => roles.find(({ id }) => id === rootRole)?.name ?? 'none';
  return [
    {
      id: 'name',
      header: 'Name',
      value: ({ name }) => name,
      cell: ({ name, description }) => <Named name={name} note={description} />,
    },
    {
      id: 'userCount',
      header: 'Members',
      value: ({ userCount }) => userCount,
      cell: (group) => <Members group={group} />,
    },
    { id: 'role', header: 'Role everywhere', visibleFrom: 'sm', value: roleOf, cell: roleOf },
    {
      id: 'projects',
      header: 'Projects',
      visibleFrom: 'md',
      value: ({ projects }) => projects.length,
      cell: ({ projects }) => (projects.length === 0 ? 'none' : projects.join(', ')),
    },
  ];
};

export function Page() {
  const { admin } = useMay();
  const found = useQuery(groupsQuery);
  const roles = useQuery(usersQuery).data?.rootRoles;
  const columns = useMemo(() => columnsFor(roles ?? []), [roles]);
  return (
    <Frame title="Groups" note="People who get the same roles.">
      <ManagedList
        noun={{ one: 'group', many: 'groups' }}
        found={found}
        rows={found.data?.groups}
        columns={columns}
        rowKey={({ id }) => String(id)}
        nameOf={({ name }) => name}
        textOf={({ name, description, users }) =>
          [name, description, ...users.map(({ user }) => nameOf(user))].join(' ')
        }
        invalidates={[['groups'], ['users'], ['project']]}
        form={GroupForm}
        mayCreate={admin}
        mayEdit={() => admin}
        removal={{
          may: () => admin,
          warning: ({ name }) => (
            <>
              <b>{name}</b> is deleted, and its members lose the roles of the group.
            </>
          ),
          send: ({ id }) => deleteGroup(id),
        }}
        empty="Roles of a group apply to all its members."
      />
    </Frame>
  );
}

function Members({ group: { users, userCount } }: { group: Group }) {
  return (
    <>
      {userCount}
      <Text size="xs" c="dimmed" lineClamp={1} maw={320} visibleFrom="sm">
        {users.map(({ user }) => nameOf(user)).join(', ')}
      </Text>
    </>
  );
}
