import { Badge, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, useMemo } from 'react';
import type { ProjectAccess } from '../../../../server/identity/project-access/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { PeopleIcon } from '../../ui/icons.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { nameOf, Person } from '../../ui/person.tsx';
import { roleName } from '../../ui/predefined/names.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { texts as all } from '../texts.ts';
import { accessQuery, type Holder, projectKey, removeAccess } from './api.ts';
import { useProjectId } from './project-id.ts';

const texts = all.project.members;

const AccessForm = lazy(() => import('./access-form.tsx'));

/** A user or group with roles in the project. */
export type Member = Holder & { name: string; note: string; roles: number[]; addedAt: string };

function membersOf({ users, groups }: ProjectAccess): Member[] {
  return [
    ...groups.map(
      ({ id, name, userCount, roles, addedAt }): Member => ({
        kind: 'group',
        id,
        name,
        note: texts.group(userCount),
        roles,
        addedAt,
      }),
    ),
    ...users.map(
      (user): Member => ({
        kind: 'user',
        id: user.id,
        name: nameOf(user),
        note: user.accountType === 'User' ? (user.email ?? texts.user) : texts.serviceAccount,
        roles: user.roles,
        addedAt: user.addedAt,
      }),
    ),
  ];
}

const nameOfRole = (roles: ProjectAccess['roles'], id: number): string =>
  roleName(roles.find((role) => role.id === id)?.name ?? String(id));

const columnsFor = (roles: ProjectAccess['roles']): ListColumn<Member>[] => [
  {
    id: 'name',
    header: texts.who,
    value: ({ name }) => name,
    cell: ({ name, note }) => <Person person={{ name }} note={note} />,
  },
  {
    id: 'roles',
    header: texts.roles,
    text: (member) => member.roles.map((id) => nameOfRole(roles, id)).join(', '),
    cell: (member) => (
      <Group gap={4}>
        {member.roles.map((id) => (
          <Badge key={id} variant="light" tt="none">
            {nameOfRole(roles, id)}
          </Badge>
        ))}
      </Group>
    ),
  },
  {
    id: 'addedAt',
    header: texts.since,
    visibleFrom: 'sm',
    value: ({ addedAt }) => addedAt,
    cell: ({ addedAt }) => <TimeAgo at={addedAt} />,
  },
];

/** A group is one entry of the list, and its users count as members of the project. */
function Entries({ access: { users, groups } }: { access: ProjectAccess }) {
  if (groups.length === 0) return null;
  return (
    <Text size="sm" c="dimmed" mb="sm">
      {texts.entries(users.length, groups.length)}
    </Text>
  );
}

export function Page() {
  const projectId = useProjectId();
  const { may } = useMay();
  const found = useQuery(accessQuery(projectId));
  const mayWrite = may('PROJECT_USER_ACCESS_WRITE', projectId) || may('UPDATE_PROJECT', projectId);
  const rows = useMemo(() => found.data && membersOf(found.data), [found.data]);
  const roles = found.data?.roles;
  const columns = useMemo(() => columnsFor(roles ?? []), [roles]);
  const form = useMemo(
    () =>
      ({ item, onClose }: { item: Member | undefined; onClose: () => void }) => (
        <AccessForm projectId={projectId} member={item} onClose={onClose} />
      ),
    [projectId],
  );
  return (
    <>
      {found.data && <Entries access={found.data} />}
      <ManagedList
        name="project-access"
        noun={texts.noun}
        counted={texts.counted}
        found={found}
        rows={rows}
        columns={columns}
        rowKey={({ kind, id }) => `${kind} ${id}`}
        nameOf={({ name }) => name}
        textOf={({ name, note }) => `${name} ${note}`}
        invalidates={[projectKey(projectId), ['projects']]}
        form={form}
        mayCreate={mayWrite}
        createLabel={texts.add}
        mayEdit={() => mayWrite}
        removal={{
          may: () => mayWrite,
          verb: texts.removal,
          warning: ({ name }) => texts.removeWarning(name),
          send: (member) => removeAccess(projectId, member),
        }}
        icon={PeopleIcon}
        empty={texts.empty}
      />
    </>
  );
}
