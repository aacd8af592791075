import { Badge, Box, Button, Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { Application } from '../../../../server/usage/applications/schema.ts';
import { paths } from '../../paths.ts';
import { type Column, DataTable, Pages } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Named } from '../../ui/named.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { applicationsQuery } from './api.ts';

const Instances = lazy(() => import('./instances.tsx'));

const pageSize = 50;

type InstancesKey = { appName: string; environment: string };

const environmentsOf = ({ usage }: Application) => [
  ...new Set(usage.flatMap(({ environments }) => environments)),
];

const columnsFor = (show: (shown: InstancesKey) => void): Column<Application>[] => [
  { id: 'appName', header: 'Name', cell: ({ appName }) => <Named name={appName} /> },
  {
    id: 'projects',
    header: 'Projects',
    visibleFrom: 'sm',
    cell: ({ usage }) =>
      usage.map(({ project }) => (project === '*' ? 'all' : project)).join(', ') || 'none',
  },
  {
    id: 'environments',
    header: 'Runs in',
    cell: (application) => (
      <Group gap={4}>
        {environmentsOf(application).map((environment) => (
          <Button
            key={environment}
            size="compact-xs"
            variant="default"
            aria-label={`${environment}: instances of ${application.appName}`}
            onClick={() => show({ appName: application.appName, environment })}
          >
            {environment}
          </Button>
        ))}
      </Group>
    ),
  },
  {
    id: 'strategies',
    header: 'Strategies its SDK knows',
    visibleFrom: 'lg',
    cell: ({ strategies }) => (
      <Group gap={4}>
        {strategies.map((name) => (
          <Badge key={name} size="xs" variant="default" tt="none">
            {name}
          </Badge>
        ))}
      </Group>
    ),
  },
];

export function Page() {
  const params = useSearch({ from: '/signed-in/applications' });
  const navigate = useNavigate({ from: paths.applications });
  const [shown, setShown] = useState<InstancesKey>();
  const columns = useMemo(() => columnsFor(setShown), []);
  const { query, offset } = params;
  const found = useQuery({
    ...applicationsQuery({ query, offset, limit: String(pageSize) }),
    placeholderData: keepPreviousData,
  });
  const none = found.data?.total === 0;
  return (
    <Frame title="Applications" note="Where SDKs were seen of late, and with what.">
      <Box mb="sm" maw={480}>
        <SearchBox
          label="Search applications"
          placeholder="Name"
          text={query ?? ''}
          onText={(text) => void navigate({ search: { query: text || undefined }, replace: true })}
        />
      </Box>
      {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      {none && (
        <EmptyState title={query ? 'No application matches' : 'No application yet'}>
          {query
            ? 'Fewer letters match more.'
            : 'An application shows here when its SDK starts. Create an API token, and give it to the SDK.'}
        </EmptyState>
      )}
      {!none && !found.error && (
        <DataTable
          label="Applications"
          columns={columns}
          rows={found.data?.applications}
          rowKey={({ appName }) => appName}
          outdated={found.isPlaceholderData}
        />
      )}
      {found.data && found.data.total > 0 && (
        <Pages
          noun="applications"
          total={found.data.total}
          limit={pageSize}
          offset={Number(offset ?? 0) || 0}
          onOffset={(next) =>
            void navigate({ search: { query, offset: next === 0 ? undefined : String(next) } })
          }
        />
      )}
      {shown && (
        <Suspense>
          <Instances {...shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </Frame>
  );
}
