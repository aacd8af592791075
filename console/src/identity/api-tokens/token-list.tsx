import { Badge, Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, useMemo, useState } from 'react';
import type { ApiToken } from '../../../../server/identity/api-tokens/schema.ts';
import { EnvironmentName } from '../../ui/environment.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { useMay } from '../session/api.ts';
import { deleteToken, tokensQuery } from './api.ts';
import { mayWithToken } from './rights.ts';

const TokenForm = lazy(() => import('./token-form.tsx'));

const columns: ListColumn<ApiToken>[] = [
  {
    id: 'tokenName',
    header: 'Name',
    value: ({ tokenName }) => tokenName,
    cell: (token) => (
      <Box>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {token.tokenName}
        </Text>
        <Text size="xs" c="dimmed" ff="monospace" visibleFrom="sm">
          {token.secret}
        </Text>
      </Box>
    ),
  },
  {
    id: 'type',
    header: 'Type',
    value: ({ type }) => type,
    cell: ({ type }) => (
      <Badge size="sm" variant="light" tt="none" color={type === 'admin' ? 'red' : 'indigo'}>
        {type}
      </Badge>
    ),
  },
  {
    id: 'environment',
    header: 'Environment',
    visibleFrom: 'sm',
    value: ({ environment }) => environment,
    cell: ({ environment }) =>
      environment === '*' ? 'all' : <EnvironmentName name={environment} />,
  },
  {
    id: 'projects',
    header: 'Projects',
    visibleFrom: 'md',
    cell: ({ projects }) => (projects.includes('*') ? 'all' : projects.join(', ')),
  },
  {
    id: 'seenAt',
    header: 'Last used',
    visibleFrom: 'md',
    value: ({ seenAt }) => seenAt ?? '',
    cell: ({ seenAt }) => <TimeAgo at={seenAt} />,
  },
  {
    id: 'expiresAt',
    header: 'Expires',
    visibleFrom: 'lg',
    value: ({ expiresAt }) => expiresAt ?? '9',
    cell: ({ expiresAt }) => <TimeAgo at={expiresAt} />,
  },
];

/** API tokens of the server, or of one project. */
export function TokenList({ projectId }: { projectId?: string }) {
  const { may } = useMay();
  const [created, setCreated] = useState<ApiToken>();
  const found = useQuery(tokensQuery(projectId));
  const form = useMemo(
    () =>
      ({ onClose }: { onClose: () => void }) => (
        <TokenForm projectId={projectId} onCreated={setCreated} onClose={onClose} />
      ),
    [projectId],
  );
  return (
    <>
      <ManagedList
        noun={{ one: 'API token', many: 'API tokens' }}
        found={found}
        rows={found.data?.tokens}
        columns={columns}
        rowKey={({ id }) => String(id)}
        nameOf={({ tokenName }) => tokenName}
        textOf={(token) =>
          [token.tokenName, token.type, token.environment, token.project].join(' ')
        }
        invalidates={[['tokens']]}
        form={form}
        mayCreate={mayWithToken(may, 'CREATE', undefined, projectId)}
        removal={{
          may: ({ type }) => mayWithToken(may, 'DELETE', type, projectId),
          warning: ({ tokenName, seenAt }) => (
            <>
              Whatever still uses <b>{tokenName}</b> is refused from now on. It was last used:{' '}
              <TimeAgo at={seenAt} />.
            </>
          ),
          send: ({ secret }) => deleteToken(secret, projectId),
        }}
        empty="SDKs need a token: a client token on a server, a frontend token in a browser or an app."
      />
      {created && (
        <SecretOnce
          title={`API token ${created.tokenName}`}
          secret={created.secret}
          onClose={() => setCreated(undefined)}
        />
      )}
    </>
  );
}
