import { useQuery } from '@tanstack/react-query';
import { lazy, useCallback, useMemo, useState } from 'react';
import type { Role } from '../../../../server/identity/access/schema.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { KeyIcon, RobotIcon } from '../../ui/icons.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { nameOf, Person } from '../../ui/person.tsx';
import { roleName } from '../../ui/predefined/names.ts';
import { texts as ui } from '../../ui/texts.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { PersonalTokenList } from '../personal-tokens/token-list.tsx';
import { useMay } from '../session/api.ts';
import { texts } from '../texts.tsx';
import {
  createAccountToken,
  deleteAccountToken,
  deleteServiceAccount,
  type ServiceAccount,
  serviceAccountsQuery,
} from './api.ts';

const AccountForm = lazy(() => import('./account-form.tsx'));

const invalidates = [['service-accounts']];

const columnsFor = (roles: readonly Role[]): ListColumn<ServiceAccount>[] => {
  const roleOf = ({ rootRole }: ServiceAccount) =>
    roleName(roles.find(({ id }) => id === rootRole)?.name ?? '');
  return [
    {
      id: 'name',
      header: ui.common.name,
      value: nameOf,
      cell: (account) => <Person person={account} />,
    },
    { id: 'role', header: texts.shared.role, value: roleOf, cell: roleOf },
    {
      id: 'tokens',
      header: texts.serviceAccounts.tokens,
      value: ({ tokens }) => tokens.length,
      cell: ({ tokens }) => tokens.length,
    },
    {
      id: 'createdAt',
      header: texts.shared.created,
      visibleFrom: 'sm',
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
    },
  ];
};

export function Page() {
  const { admin } = useMay();
  const found = useQuery(serviceAccountsQuery);
  const [openedId, setOpenedId] = useState<number>();
  const roles = found.data?.rootRoles;
  const columns = useMemo(() => columnsFor(roles ?? []), [roles]);
  const shown = found.data?.serviceAccounts.find(({ id }) => id === openedId);
  return (
    <Frame title={texts.serviceAccounts.title} note={texts.serviceAccounts.note}>
      <ManagedList
        name="service-accounts"
        noun={texts.serviceAccounts.noun}
        found={found}
        rows={found.data?.serviceAccounts}
        columns={columns}
        rowKey={({ id }) => String(id)}
        nameOf={nameOf}
        textOf={({ name, username }) => `${name} ${username}`}
        invalidates={[...invalidates, ['users']]}
        form={AccountForm}
        mayCreate={admin}
        mayEdit={() => admin}
        actions={(account) =>
          admin
            ? [
                {
                  label: texts.serviceAccounts.tokensOf(nameOf(account)),
                  icon: <KeyIcon />,
                  onClick: () => setOpenedId(account.id),
                },
              ]
            : []
        }
        removal={{
          may: () => admin,
          warning: (account) => texts.serviceAccounts.deleteWarning(nameOf(account)),
          send: ({ id }) => deleteServiceAccount(id),
        }}
        icon={RobotIcon}
        empty={texts.serviceAccounts.empty}
      />
      {shown && (
        <Dialog
          onClose={() => setOpenedId(undefined)}
          size="lg"
          title={texts.serviceAccounts.tokensOf(nameOf(shown))}
        >
          <AccountTokens account={shown} found={found} />
        </Dialog>
      )}
    </Frame>
  );
}

type TokensProps = {
  account: ServiceAccount;
  found: { error: Error | null; refetch: () => unknown };
};

function AccountTokens({ account: { id, tokens }, found }: TokensProps) {
  const create = useCallback(
    (body: { description: string; expiresAt: string | null }) => createAccountToken(id, body),
    [id],
  );
  return (
    <PersonalTokenList
      found={found}
      tokens={tokens}
      invalidates={invalidates}
      create={create}
      remove={(tokenId) => deleteAccountToken(id, tokenId)}
      mayBeNever
    />
  );
}
