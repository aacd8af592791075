import { Badge, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, useMemo, useState } from 'react';
import { CheckIcon, CrossIcon, MailIcon } from '../../ui/icons.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { Named } from '../../ui/named.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { roleName } from '../../ui/predefined/names.ts';
import { useRefresh } from '../../ui/save.ts';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { toast, toastError } from '../../ui/toasts.tsx';
import { useMay } from '../session/api.ts';
import { texts } from '../texts.tsx';
import { type Invitation, invitationsQuery, updateInvitation } from './api.ts';

const InvitationForm = lazy(() => import('./invitation-form.tsx'));

const stateOf = ({ enabled, expiresAt }: Invitation) => {
  if (!enabled) return 'disabled';
  return Date.parse(expiresAt) <= Date.now() ? 'expired' : 'open';
};

const stateText = (invitation: Invitation) => texts.invitations.states[stateOf(invitation)];

const columns: ListColumn<Invitation>[] = [
  {
    id: 'name',
    header: ui.common.name,
    value: ({ name }) => name,
    cell: ({ name }) => <Named name={name} />,
  },
  {
    id: 'state',
    header: texts.invitations.state,
    value: stateText,
    cell: (invitation) => (
      <Badge variant="light" color={stateOf(invitation) === 'open' ? 'teal' : 'gray'} tt="none">
        {stateText(invitation)}
      </Badge>
    ),
  },
  {
    id: 'role',
    header: texts.shared.role,
    visibleFrom: 'xs',
    value: ({ role }) => roleName(role.name),
    cell: ({ role }) => roleName(role.name),
  },
  {
    id: 'users',
    header: texts.invitations.joined,
    visibleFrom: 'sm',
    value: ({ users }) => users.length,
    cell: ({ users }) => users.length,
  },
  {
    id: 'expiresAt',
    header: texts.shared.expires,
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
      toast(enabled ? texts.invitations.enabled(name) : texts.invitations.disabled(name));
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
    <Frame title={texts.invitations.title} note={texts.invitations.note}>
      <ManagedList
        name="invitations"
        noun={texts.invitations.noun}
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
            label: invitation.enabled
              ? texts.invitations.disable(invitation.name)
              : texts.invitations.enable(invitation.name),
            icon: invitation.enabled ? <CrossIcon /> : <CheckIcon />,
            onClick: () => change.mutate(invitation),
          },
        ]}
        icon={MailIcon}
        empty={texts.invitations.empty}
      />
      {created?.url && (
        <SecretOnce
          title={texts.invitations.secretTitle(created.name)}
          label={texts.shared.link}
          secret={created.url}
          onClose={() => setCreated(undefined)}
        >
          <Text size="sm">{texts.invitations.forEveryone}</Text>
        </SecretOnce>
      )}
    </Frame>
  );
}
