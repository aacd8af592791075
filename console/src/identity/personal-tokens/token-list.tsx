import type { QueryKey } from '@tanstack/react-query';
import { lazy, useMemo, useState } from 'react';
import type { PersonalToken } from '../../../../server/identity/personal-tokens/schema.ts';
import { KeyIcon } from '../../ui/icons.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { Named } from '../../ui/named.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { texts } from '../texts.tsx';

const TokenForm = lazy(() => import('./token-form.tsx'));

const columns: ListColumn<PersonalToken>[] = [
  {
    id: 'description',
    header: texts.personalTokens.purpose,
    text: ({ description }) => description,
    cell: ({ description }) => <Named name={description} />,
  },
  {
    id: 'seenAt',
    header: texts.shared.lastUsed,
    text: ({ seenAt }) => seenAt ?? '',
    cell: ({ seenAt }) => <TimeAgo at={seenAt} />,
  },
  {
    id: 'expiresAt',
    header: texts.shared.expires,
    visibleFrom: 'sm',
    text: ({ expiresAt }) => expiresAt ?? '',
    cell: ({ expiresAt }) => <TimeAgo at={expiresAt} />,
  },
];

type Props = {
  found: { error: Error | null; refetch: () => unknown };
  tokens: readonly PersonalToken[] | undefined;
  invalidates: readonly QueryKey[];
  create: (body: { description: string; expiresAt: string | null }) => Promise<PersonalToken>;
  remove: (id: number) => Promise<unknown>;
  /** Whether a token without expiry is allowed. */
  mayBeNever: boolean;
};

/** Tokens with the permissions of their owner: the caller, or a service account. */
export function PersonalTokenList(props: Props) {
  const { found, tokens, invalidates, create, remove, mayBeNever } = props;
  const [created, setCreated] = useState<PersonalToken>();
  const form = useMemo(
    () =>
      ({ onClose }: { onClose: () => void }) => (
        <TokenForm
          send={create}
          invalidates={invalidates}
          mayBeNever={mayBeNever}
          onCreated={setCreated}
          onClose={onClose}
        />
      ),
    [create, invalidates, mayBeNever],
  );
  return (
    <>
      <ManagedList
        name="personal-tokens"
        noun={texts.personalTokens.noun}
        found={found}
        rows={tokens}
        columns={columns}
        rowKey={({ id }) => String(id)}
        nameOf={({ description }) => description}
        invalidates={invalidates}
        form={form}
        mayCreate
        inUrl={false}
        removal={{
          may: () => true,
          warning: ({ description }) => texts.personalTokens.deleteWarning(description),
          send: ({ id }) => remove(id),
        }}
        icon={KeyIcon}
        empty={texts.personalTokens.empty}
      />
      {created?.secret && (
        <SecretOnce
          title={texts.personalTokens.secretTitle(created.description)}
          secret={created.secret}
          onClose={() => setCreated(undefined)}
        />
      )}
    </>
  );
}
