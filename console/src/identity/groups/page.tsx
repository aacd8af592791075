import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, useMemo } from 'react';
import type { Role } from '../../../../server/identity/access/schema.ts';
import type { Group } from '../../../../server/identity/groups/schema.ts';
import { ProjectNames } from '../../flags/flags/project-label.tsx';
import { PeopleIcon } from '../../ui/icons.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { Named } from '../../ui/named.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { nameOf } from '../../ui/person.tsx';
import { roleName } from '../../ui/predefined/names.ts';
import { texts as ui } from '../../ui/texts.ts';
import { useMay } from '../session/api.ts';
import { texts } from '../texts.tsx';
import { usersQuery } from '../users/api.ts';
import { deleteGroup, groupsQuery } from './api.ts';

const GroupForm = lazy(() => import('./group-form.tsx'));

const columnsFor = (roles: readonly Role[]): ListColumn<Group>[] => {
  const roleOf = ({ rootRole }: Group) =>
    roleName(roles.find(({ id }) => id === rootRole)?.name ?? texts.shared.noRole);
  return [
    {
      id: 'name',
      header: ui.common.name,
      value: ({ name }) => name,
      cell: ({ name, description }) => <Named name={name} note={description} />,
    },
    {
      id: 'userCount',
      header: texts.shared.members,
      value: ({ userCount }) => userCount,
      cell: (group) => <Members group={group} />,
    },
    {
      id: 'role',
      header: texts.groups.roleEverywhere,
      visibleFrom: 'sm',
      value: roleOf,
      cell: roleOf,
    },
    {
      id: 'projects',
      header: ui.common.projects,
      visibleFrom: 'md',
      value: ({ projects }) => projects.length,
      cell: ({ projects }) =>
        projects.length === 0 ? texts.groups.noProjects : <ProjectNames ids={projects} />,
    },
  ];
};

export function Page() {
  const { admin } = useMay();
  const found = useQuery(groupsQuery);
  const roles = useQuery(usersQuery).data?.rootRoles;
  const columns = useMemo(() => columnsFor(roles ?? []), [roles]);
  return (
    <Frame title={texts.groups.title} note={texts.groups.note}>
      <ManagedList
        name="groups"
        noun={texts.groups.noun}
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
          warning: ({ name }) => texts.groups.deleteWarning(name),
          send: ({ id }) => deleteGroup(id),
        }}
        icon={PeopleIcon}
        empty={texts.groups.empty}
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
