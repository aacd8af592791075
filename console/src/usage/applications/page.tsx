import { Anchor, Badge, Box, Button, Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy } from 'react';
import type { ListedApplication } from '../../../../server/usage/applications/schema.ts';
import { ProjectNames } from '../../flags/flags/project-label.tsx';
import { useMay } from '../../identity/session/api.ts';
import { paths, pathTo } from '../../paths.ts';
import { type Column, DataTable, Pages, type Sort } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EnvironmentBadge } from '../../ui/environment.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ScreenIcon, SearchIcon } from '../../ui/icons.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { useTableLayout } from '../../ui/table-layout.ts';
import { texts as shared } from '../../ui/texts.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { texts as ofUsage } from '../texts.ts';
import { applicationsQuery, environmentsOf } from './api.ts';

const TableOptions = lazy(() => import('../../ui/table-options.tsx'));
const ExportApplications = lazy(() => import('./export-applications.tsx'));

const texts = ofUsage.applications;

const pageSize = 50;
const sdksShown = 3;

const columns: Column<ListedApplication>[] = [
  {
    id: 'appName',
    header: shared.common.name,
    sortBy: 'appName',
    required: true,
    cell: ({ appName, description, sdks }) => (
      <Box maw={560}>
        <Anchor
          component={Link}
          size="sm"
          fw={600}
          to={pathTo(paths.application, { appName })}
          style={{ overflowWrap: 'anywhere' }}
        >
          {appName}
        </Anchor>
        {description && (
          <Text size="xs" c="dimmed" lineClamp={2}>
            {description}
          </Text>
        )}
        <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
          {sdks.join(', ')}
        </Text>
      </Box>
    ),
  },
  {
    id: 'issues',
    header: texts.issues,
    sortBy: 'issues',
    cell: ({ issueCount }) =>
      issueCount > 0 && (
        <Badge size="sm" variant="light" color="orange" tt="none">
          {texts.issueCount(issueCount)}
        </Badge>
      ),
  },
  {
    id: 'projects',
    header: shared.common.projects,
    visibleFrom: 'md',
    cell: ({ usage }) => <Projects ids={usage.map(({ project }) => project)} />,
  },
  {
    id: 'environments',
    header: texts.runsIn,
    visibleFrom: 'sm',
    cell: (application) => (
      <Group gap={4}>
        {environmentsOf(application).map((environment) => (
          <EnvironmentBadge key={environment} name={environment} />
        ))}
      </Group>
    ),
  },
  { id: 'sdks', header: texts.sdks, visibleFrom: 'lg', cell: ({ sdks }) => <Sdks sdks={sdks} /> },
  {
    id: 'lastSeen',
    header: texts.lastSeen,
    cell: ({ lastSeen }) => <TimeAgo at={lastSeen} />,
  },
];

function Projects({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return texts.noProjects;
  return ids.includes('*') ? texts.allProjects : <ProjectNames ids={ids} />;
}

function Sdks({ sdks }: Pick<ListedApplication, 'sdks'>) {
  const others = sdks.length - sdksShown;
  return (
    <>
      {sdks.slice(0, sdksShown).map((sdk) => (
        <Text key={sdk} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {sdk}
        </Text>
      ))}
      {others > 0 && (
        <Text size="xs" c="dimmed">
          {texts.moreSdks(others)}
        </Text>
      )}
    </>
  );
}

/** Those with issues first, unless another order is chosen. */
export function Page() {
  const params = useSearch({ from: '/signed-in/applications' });
  const navigate = useNavigate({ from: paths.applications });
  const { query, offset } = params;
  const sort: Sort = {
    by: params.sortBy === 'appName' ? 'appName' : 'issues',
    order: params.sortOrder === 'desc' ? 'desc' : 'asc',
  };
  const search = { query, sortBy: sort.by, sortOrder: sort.order };
  const found = useQuery({
    ...applicationsQuery({ ...search, offset, limit: String(pageSize) }),
    placeholderData: keepPreviousData,
  });
  const total = found.data?.total;
  const layout = useTableLayout('applications');
  const change = (next: typeof params, replace = false) =>
    void navigate({ search: { ...params, offset: undefined, ...next }, replace });
  return (
    <Frame title={texts.title} note={texts.note}>
      <Toolbar
        search={
          <SearchBox
            label={texts.search}
            placeholder={texts.searchPlaceholder}
            text={query ?? ''}
            onText={(text) => change({ query: text || undefined }, true)}
          />
        }
      >
        <TableOptions columns={columns} control={layout} />
        <ExportApplications search={search} total={total ?? 0} />
      </Toolbar>
      {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      {total === 0 && <NoApplications query={query} />}
      {total !== 0 && !found.error && (
        <DataTable
          label={texts.title}
          columns={columns}
          rows={found.data?.applications}
          rowKey={({ appName }) => appName}
          sort={sort}
          onSort={({ by, order }) => change({ sortBy: by, sortOrder: order })}
          outdated={found.isPlaceholderData}
          layout={layout}
        />
      )}
      {total !== undefined && total > 0 && (
        <Pages
          noun={texts.noun}
          total={total}
          limit={pageSize}
          offset={Number(offset ?? 0) || 0}
          onOffset={(next) => change({ offset: next === 0 ? undefined : String(next) })}
        />
      )}
    </Frame>
  );
}

function NoApplications({ query }: { query: string | undefined }) {
  const { mayAnywhere } = useMay();
  if (query) {
    return (
      <EmptyState icon={SearchIcon} title={texts.noMatch}>
        {texts.noMatchNote}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={ScreenIcon}
      title={texts.empty}
      action={
        mayAnywhere('READ_CLIENT_API_TOKEN') && (
          <Button renderRoot={(props) => <Link {...props} to={paths.tokens} />}>
            {texts.toTokens}
          </Button>
        )
      }
    >
      {texts.emptyNote}
    </EmptyState>
  );
}
