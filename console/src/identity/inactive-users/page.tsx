import { useQuery } from '@tanstack/react-query';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { nameOf, Person } from '../../ui/person.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { useMay } from '../session/api.ts';
import { deleteInactiveUser, type InactiveUser, inactiveUsersQuery } from './api.ts';

const columns: ListColumn<InactiveUser>[] = [
  { id: 'name', header: 'Name', value: nameOf, cell: (user) => <Person person={user} /> },
  {
    id: 'seenAt',
    header: 'Last seen',
    value: ({ seenAt }) => seenAt ?? '',
    cell: ({ seenAt }) => <TimeAgo at={seenAt} />,
  },
  {
    id: 'patSeenAt',
    header: 'Token last used',
    visibleFrom: 'sm',
    value: ({ patSeenAt }) => patSeenAt ?? '',
    cell: ({ patSeenAt }) => <TimeAgo at={patSeenAt} />,
  },
];

export function Page() {
  const { admin } = useMay();
  const found = useQuery(inactiveUsersQuery);
  return (
    <Frame
      title="Inactive users"
      note="They neither signed in nor used a personal token for a long time."
    >
      <ManagedList
        noun={{ one: 'inactive user', many: 'inactive users' }}
        found={found}
        rows={found.data?.inactiveUsers}
        columns={columns}
        rowKey={({ id }) => String(id)}
        nameOf={nameOf}
        invalidates={[['users']]}
        removal={{
          may: () => admin,
          warning: (user) => (
            <>
              <b>{nameOf(user)}</b> can no longer sign in. Their events stay in the event log.
            </>
          ),
          send: ({ id }) => deleteInactiveUser(id),
        }}
        empty="Every user was active."
      />
    </Frame>
  );
}
