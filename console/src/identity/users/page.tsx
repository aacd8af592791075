import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { Role } from '../../../../server/identity/access/schema.ts';
import type { User } from '../../../../server/identity/users/schema.ts';
import { KeyIcon } from '../../ui/icons.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { nameOf, Person } from '../../ui/person.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { meQuery, useMay } from '../session/api.ts';
import { deleteUser, usersQuery } from './api.ts';

const UserForm = lazy(() => import('./user-form.tsx'));
const PasswordForm = lazy(() => import('./password-form.tsx'));

const columnsFor = (roles: readonly Role[]): ListColumn<User>[] => {
  const roleOf = ({ rootRole }: User) => roles.find(({ id }) => id === rootRole)?.name ?? '';
  return [
    { id: 'name', header: 'Name', value: nameOf, cell: (user) => <Person person={user} /> },
    { id: 'role', header: 'Role', visibleFrom: 'xs', value: roleOf, cell: roleOf },
    {
      id: 'seenAt',
      header: 'Last seen',
      visibleFrom: 'sm',
      value: ({ seenAt }) => seenAt ?? '',
      cell: ({ seenAt }) => <TimeAgo at={seenAt} />,
    },
    {
      id: 'sessions',
      header: 'Sessions',
      visibleFrom: 'lg',
      value: ({ activeSessions = 0 }) => activeSessions,
      cell: ({ activeSessions = 0 }) => activeSessions,
    },
    {
      id: 'createdAt',
      header: 'Created',
      visibleFrom: 'md',
      value: ({ createdAt = '' }) => createdAt,
      cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
    },
  ];
};

export function Page() {
  const { admin } = useMay();
  const me = useQuery(meQuery).data?.user;
  const found = useQuery(usersQuery);
  const [reset, setReset] = useState<User>();
  const roles = found.data?.rootRoles;
  const columns = useMemo(() => columnsFor(roles ?? []), [roles]);
  return (
    <Frame title="Users" note="Who can sign in, and what they may do everywhere.">
      <ManagedList
        noun={{ one: 'user', many: 'users' }}
        found={found}
        rows={found.data?.users}
        columns={columns}
        rowKey={({ id }) => String(id)}
        nameOf={nameOf}
        textOf={({ name, username, email }) => [name, username, email].join(' ')}
        invalidates={[['users']]}
        form={UserForm}
        mayCreate={admin}
        mayEdit={() => admin}
        actions={(user) =>
          admin
            ? [
                {
                  label: `New password for ${nameOf(user)}`,
                  icon: <KeyIcon />,
                  onClick: () => setReset(user),
                },
              ]
            : []
        }
        removal={{
          may: ({ id }) => admin && id !== me?.id,
          warning: (user) => (
            <>
              <b>{nameOf(user)}</b> can no longer sign in, and their roles and personal tokens are
              deleted. Their events stay in the event log.
            </>
          ),
          send: ({ id }) => deleteUser(id),
        }}
        empty="People sign in with a username or an e-mail and a password."
      />
      {reset && (
        <Suspense>
          <PasswordForm user={reset} onClose={() => setReset(undefined)} />
        </Suspense>
      )}
    </Frame>
  );
}
