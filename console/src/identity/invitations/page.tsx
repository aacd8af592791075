import { Badge } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, useMemo, useState } from 'react';
import { CheckIcon, CrossIcon } from '../../ui/icons.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { Named } from '../../ui/named.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { useRefresh } from '../../ui/save.ts';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { toast, toastError } from '../../ui/toasts.tsx';
import { useMay } from '../session/api.ts';
import { type Invitation, invitationsQuery, updateInvitation } from './api.ts';

const InvitationForm = lazy(() => import('./invitation-form.tsx'));

const stateOf = ({ enabled, expiresAt }: Invitation) => {
  if (!enabled) return 'Disabled';
  return Date.parse(expiresAt) <= Date.now() ? 'Expired' : 'Open';
};

const columns: ListColumn<Invitation>[] = [
  {
    id: 'name',
    header: 'Name',
    value: ({ name }) => name,
    cell: ({ name }) => <Named name={name} />,
  },
  {
    id: 'state',
    header: 'State',
    value: stateOf,
    cell: (invitation) => (
      <Badge variant="light" color={stateOf(invitation) === 'Open' ? 'teal' : 'gray'} tt="none">
        {stateOf(invitation)}
      </Badge>
    ),
  },
  {
    id: 'role',
    header: 'Role',
    visibleFrom: 'xs',
    value: ({ role }) => role.name,
    cell: ({ role }) => role.name,
  },
  {
    id: 'users',
    header: 'Joined',
    visibleFrom: 'sm',
    value: ({ users }) => users.length,
    cell: ({ users }) => users.length,
  },
  {
    id: 'expiresAt',
    header: 'Expires',
    visibleFrom: 'sm',
    value: ({ expiresAt }) => expiresAt,
    cell: ({ expiresAt }) => <TimeAgo at={expiresAt} />,
  },
];

export function Page() {
  const { admin } = useMay();
  const found = useQuery(invitationsQuery);
  const [created, setCreated] = useState<Invitation>();
  const refresh = useRefresh([['invitations']]);
  const change = useMutation({
    mutationFn: ({ secret, enabled }: Invitation) =>
      updateInvitation(secret, { enabled: !enabled }),
    onSuccess: async ({ name, enabled }) => {
      await refresh();
      toast(`Invitation ${name} is ${enabled ? 'enabled' : 'disabled'}`);
    },
    onError: toastError,
  });
  const form = useMemo(
    () =>
      ({ onClose }: { onClose: () => void }) => (
        <InvitationForm onCreated={setCreated} onClose={onClose} />
      ),
    [],
  );
  return (
    <Frame title="Invitations" note="Links with which people create users of their own.">
      <ManagedList
        noun={{ one: 'invitation', many: 'invitations' }}
        found={found}
        rows={found.data?.tokens}
        columns={columns}
        rowKey={({ secret }) => secret}
        nameOf={({ name }) => name}
        invalidates={[['invitations']]}
        form={form}
        mayCreate={admin}
        actions={(invitation) => [
          {
            label: `${invitation.enabled ? 'Disable' : 'Enable'} ${invitation.name}`,
            icon: invitation.enabled ? <CrossIcon /> : <CheckIcon />,
            onClick: () => change.mutate(invitation),
          },
        ]}
        empty="Send the link of an invitation to your team, and they choose their own passwords."
      />
      {created?.url && (
        <SecretOnce
          title={`Invitation ${created.name}`}
          label="Link"
          secret={created.url}
          onClose={() => setCreated(undefined)}
        />
      )}
    </Frame>
  );
}
