import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { Role } from '../../../../server/identity/access/schema.ts';
import type { User } from '../../../../server/identity/users/schema.ts';
import { paths } from '../../paths.ts';
import { PersonIcon } from '../../ui/icons.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { nameOf, Person } from '../../ui/person.tsx';
import { roleName } from '../../ui/predefined/names.ts';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { meQuery, useMay } from '../session/api.ts';
import { texts } from '../texts.tsx';
import { useUserActions } from './actions.tsx';
import { deleteUser, usersQuery } from './api.ts';

const UserForm = lazy(() => import('./user-form.tsx'));
const PasswordForm = lazy(() => import('./password-form.tsx'));

const columnsFor = (roles: readonly Role[]): ListColumn<User>[] => {
  const roleOf = ({ rootRole }: User) =>
    roleName(roles.find(({ id }) => id === rootRole)?.name ?? '');
  return [
    { id: 'name', header: ui.common.name, value: nameOf, cell: (user) => <Person person={user} /> },
    { id: 'role', header: texts.shared.role, value: roleOf, cell: roleOf },
    {
      id: 'seenAt',
      header: texts.shared.lastSeen,
      visibleFrom: 'sm',
      value: ({ seenAt }) => seenAt ?? '',
      cell: ({ seenAt }) => <TimeAgo at={seenAt} />,
    },
    {
      id: 'sessions',
      header: texts.users.sessions,
      visibleFrom: 'lg',
      value: ({ activeSessions = 0 }) => activeSessions,
      cell: ({ activeSessions = 0 }) => activeSessions,
    },
    {
      id: 'createdAt',
      header: texts.shared.created,
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
  const [link, setLink] = useState<{ title: string; url: string }>();
  const actions = useUserActions({ setReset, setLink });
  const roles = found.data?.rootRoles;
  const columns = useMemo(() => columnsFor(roles ?? []), [roles]);
  const form = useMemo(() => formWith(setLink), []);
  return (
    <Frame title={texts.users.title} note={texts.users.note} actions={admin && <ToInactiveUsers />}>
      <ManagedList
        name="users"
        noun={texts.users.noun}
        found={found}
        rows={found.data?.users}
        columns={columns}
        rowKey={({ id }) => String(id)}
        nameOf={nameOf}
        textOf={({ name, username, email }) => [name, username, email].join(' ')}
        invalidates={[['users']]}
        form={form}
        mayCreate={admin}
        mayEdit={() => admin}
        actions={(user) => (admin ? actions(user).map((each) => ({ ...each, inMenu: true })) : [])}
        removal={{
          may: ({ id }) => admin && id !== me?.id,
          inMenu: true,
          warning: (user) => texts.users.deleteWarning(nameOf(user)),
          send: ({ id }) => deleteUser(id),
        }}
        icon={PersonIcon}
        empty={texts.users.empty}
      />
      {reset && (
        <Suspense>
          <PasswordForm user={reset} onClose={() => setReset(undefined)} />
        </Suspense>
      )}
      {link && (
        <SecretOnce
          title={link.title}
          label={texts.shared.link}
          secret={link.url}
          onClose={() => setLink(undefined)}
        />
      )}
    </Frame>
  );
}

const ToInactiveUsers = () => (
  <Anchor component={Link} to={paths.inactiveUsers} size="sm">
    {texts.users.inactive}
  </Anchor>
);

type Shown = { title: string; url: string };

/** A user without a password gets a link, which is shown if it was not sent. */
const formWith =
  (setLink: (link: Shown) => void) =>
  ({ item, onClose }: { item: User | undefined; onClose: () => void }) => (
    <UserForm
      item={item}
      onSaved={(user) => {
        if (user.inviteLink) {
          setLink({ title: texts.users.linkTitle(nameOf(user)), url: user.inviteLink });
        }
      }}
      onClose={onClose}
    />
  );
