import { useQuery } from '@tanstack/react-query';
import { ClockIcon } from '../../ui/icons.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { nameOf, Person } from '../../ui/person.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { useMay } from '../session/api.ts';
import { texts } from '../texts.tsx';
import { deleteInactiveUser, type InactiveUser, inactiveUsersQuery } from './api.ts';

const columns: ListColumn<InactiveUser>[] = [
  { id: 'name', header: ui.common.name, value: nameOf, cell: (user) => <Person person={user} /> },
  {
    id: 'seenAt',
    header: texts.shared.lastSeen,
    value: ({ seenAt }) => seenAt ?? '',
    cell: ({ seenAt }) => <TimeAgo at={seenAt} />,
  },
  {
    id: 'patSeenAt',
    header: texts.inactiveUsers.tokenLastUsed,
    visibleFrom: 'sm',
    value: ({ patSeenAt }) => patSeenAt ?? '',
    cell: ({ patSeenAt }) => <TimeAgo at={patSeenAt} />,
  },
];

export function Page() {
  const { admin } = useMay();
  const found = useQuery(inactiveUsersQuery);
  return (
    <Frame title={texts.inactiveUsers.title} note={texts.inactiveUsers.note}>
      <ManagedList
        name="inactive-users"
        noun={texts.inactiveUsers.noun}
        found={found}
        rows={found.data?.inactiveUsers}
        columns={columns}
        rowKey={({ id }) => String(id)}
        nameOf={nameOf}
        invalidates={[['users']]}
        removal={{
          may: () => admin,
          warning: (user) => texts.inactiveUsers.deleteWarning(nameOf(user)),
          send: ({ id }) => deleteInactiveUser(id),
        }}
        icon={ClockIcon}
        empty={texts.inactiveUsers.empty}
      />
    </Frame>
  );
}
