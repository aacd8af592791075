import { Badge, Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { ApiToken } from '../../../../server/identity/api-tokens/schema.ts';
import { ProjectNames } from '../../flags/flags/project-label.tsx';
import { csvList } from '../../ui/csv.ts';
import { EnvironmentName } from '../../ui/environment.tsx';
import { KeyIcon } from '../../ui/icons.tsx';
import type { ListColumn } from '../../ui/list-view.ts';
import { ManagedList } from '../../ui/managed-list.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { useMay } from '../session/api.ts';
import { texts } from '../texts.tsx';
import { deleteToken, tokensQuery } from './api.ts';
import { mayWithToken } from './rights.ts';

const UseToken = lazy(() => import('./use-token.tsx'));
const TokenForm = lazy(() => import('./token-form.tsx'));

const columns: ListColumn<ApiToken>[] = [
  {
    id: 'tokenName',
    header: ui.common.name,
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
    header: ui.common.type,
    value: ({ type }) => type,
    cell: ({ type }) => (
      <Badge size="sm" variant="light" tt="none" color={type === 'admin' ? 'red' : 'indigo'}>
        {type}
      </Badge>
    ),
  },
  {
    id: 'environment',
    header: ui.common.environment,
    visibleFrom: 'sm',
    value: ({ environment }) => environment,
    cell: ({ environment }) =>
      environment === '*' ? texts.apiTokens.all : <EnvironmentName name={environment} />,
  },
  {
    id: 'projects',
    text: ({ projects }) => csvList(projects),
    header: ui.common.projects,
    visibleFrom: 'md',
    cell: ({ projects }) =>
      projects.includes('*') ? texts.apiTokens.all : <ProjectNames ids={projects} />,
  },
  {
    id: 'seenAt',
    header: texts.shared.lastUsed,
    visibleFrom: 'md',
    value: ({ seenAt }) => seenAt ?? '',
    cell: ({ seenAt }) => <TimeAgo at={seenAt} />,
  },
  {
    id: 'expiresAt',
    header: texts.shared.expires,
    visibleFrom: 'lg',
    // A token without an end comes after all dates.
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
        name="api-tokens"
        noun={texts.apiTokens.noun}
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
          warning: ({ tokenName, seenAt }) =>
            texts.apiTokens.deleteWarning(tokenName, <TimeAgo at={seenAt} />),
          send: ({ secret }) => deleteToken(secret, projectId),
        }}
        icon={KeyIcon}
        empty={texts.apiTokens.empty}
      />
      {created && (
        <SecretOnce
          title={texts.apiTokens.secretTitle(created.tokenName)}
          secret={created.secret}
          onClose={() => setCreated(undefined)}
        >
          <Suspense>
            <UseToken token={created} />
          </Suspense>
        </SecretOnce>
      )}
    </>
  );
}
