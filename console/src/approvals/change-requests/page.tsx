import { Anchor, Badge, Box, Button, Group, SegmentedControl, Tabs, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react';
import type { FoundRequest } from '../../../../server/approvals/change-requests/schema.ts';
import { changeRequestConfigQuery } from '../../flags/flags/api.ts';
import { ProjectName } from '../../flags/flags/project-label.tsx';
import { meQuery, useMay } from '../../identity/session/api.ts';
import { formatNumber } from '../../language.ts';
import { paths, pathTo } from '../../paths.ts';
import { type Column, DataTable, Pages } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EnvironmentBadge } from '../../ui/environment.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ReviewIcon } from '../../ui/icons.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { useTableLayout } from '../../ui/table-layout.ts';
import { texts as ui } from '../../ui/texts.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { personName } from '../people.ts';
import { requestTitle } from '../request-title.ts';
import { texts } from '../texts.tsx';
import { requestsQuery } from './api.ts';
import type { RequestsParams } from './params.ts';
import { StateBadge } from './state-badge.tsx';

const TableOptions = lazy(() => import('../../ui/table-options.tsx'));
const ExportRequests = lazy(() => import('./export-requests.tsx'));

const pageSize = 50;
const views = ['review', 'mine', 'all'] as const;
type View = (typeof views)[number];

const text = texts.changeRequests;

/** The filter of each view, as query parameters of the API. */
const filterOf = (view: View, id: number | undefined) =>
  ({
    review: { needsMyReview: 'true' },
    mine: { createdBy: `IS:${id}` },
    all: {},
  })[view];

/** Change requests of all projects. */
export function Page() {
  const params = useSearch({ from: '/signed-in/change-requests' });
  const navigate = useNavigate({ from: paths.changeRequests });
  return (
    <Frame title={text.title} note={text.note}>
      <RequestSearch params={params} onChange={(search) => void navigate({ search })} />
    </Frame>
  );
}

type SearchProps = {
  params: RequestsParams;
  onChange: (params: RequestsParams) => void;
  /** Where the list has only the requests of one project. */
  project?: string;
};

/** Change requests, newest first. */
export function RequestSearch({ params, onChange, project }: SearchProps) {
  const me = useQuery(meQuery).data?.user.id;
  const initial = project === undefined ? 'review' : 'all';
  const view = views.find((each) => each === params.view) ?? initial;
  const state = params.state === 'IS:closed' ? 'IS:closed' : 'IS:open';
  const closed = view !== 'review' && state === 'IS:closed';
  const offset = Number(params.offset ?? 0) || 0;
  const search = {
    ...filterOf(view, me),
    ...inProject(project),
    ...(view === 'review' ? {} : { state }),
  };
  const found = useQuery({
    ...requestsQuery({ ...search, offset: String(offset), limit: String(pageSize) }),
    enabled: me !== undefined,
    placeholderData: keepPreviousData,
  });
  const change = (next: Partial<RequestsParams>) =>
    onChange({ ...params, offset: undefined, ...next });
  const requests = found.data?.changeRequests;
  const layout = useTableLayout('change-requests');
  const columns = project === undefined ? allColumns : columnsInProject;
  return (
    <>
      <Toolbar view={view} state={state} me={me} project={project} onChange={change}>
        <TableOptions columns={columns} control={layout} />
        <ExportRequests search={search} total={found.data?.total ?? 0} />
      </Toolbar>
      <Box id="requests" role="tabpanel" aria-label={text.title}>
        {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
        {requests?.length === 0 && !found.error ? (
          <NoRequests {...{ view, closed, project }} onAll={() => change({ view: 'all' })} />
        ) : (
          <DataTable
            label={text.title}
            columns={columns}
            rows={found.error ? [] : requests}
            rowKey={({ id }) => String(id)}
            layout={layout}
            outdated={found.isPlaceholderData}
          />
        )}
        {found.data && found.data.total > 0 && (
          <Pages
            noun={text.noun}
            total={found.data.total}
            limit={pageSize}
            offset={offset}
            onOffset={(next) => change({ offset: next === 0 ? undefined : String(next) })}
          />
        )}
      </Box>
    </>
  );
}

const inProject = (project: string | undefined) =>
  project === undefined ? {} : { project: `IS:${project}` };

type ToolbarProps = {
  view: View;
  state: string;
  me: number | undefined;
  project: string | undefined;
  onChange: (next: Partial<RequestsParams>) => void;
  /** At the end. */
  children: ReactNode;
};

function Toolbar({ view, state, me, project, onChange, children }: ToolbarProps) {
  return (
    <Group justify="space-between" align="flex-end" mb="sm" gap="xs">
      <Tabs value={view} onChange={(next) => onChange({ view: next ?? undefined })}>
        <Tabs.List aria-label={text.whose}>
          {views.map((each) => (
            <Tabs.Tab
              key={each}
              value={each}
              aria-controls="requests"
              rightSection={each !== 'all' && <OpenCount view={each} me={me} project={project} />}
            >
              {text.views[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <Group gap="xs">
        {view !== 'review' && (
          <SegmentedControl
            aria-label={text.openOrClosed}
            size="xs"
            data={[
              { value: 'IS:open', label: text.open },
              { value: 'IS:closed', label: text.closed },
            ]}
            value={state}
            onChange={(next) => onChange({ state: next === 'IS:open' ? undefined : next })}
          />
        )}
        <Suspense>{children}</Suspense>
      </Group>
    </Group>
  );
}

/** Number of open requests, beside the name of the view. */
function OpenCount({ view, me, project }: Pick<ToolbarProps, 'view' | 'me' | 'project'>) {
  const filter = { ...filterOf(view, me), ...inProject(project), state: 'IS:open', limit: '1' };
  const total = useQuery({ ...requestsQuery(filter), enabled: me !== undefined }).data?.total ?? 0;
  if (total === 0) return null;
  return (
    <Badge size="sm" variant="light" color="gray">
      {formatNumber(total)}
    </Badge>
  );
}

const allColumns: readonly Column<FoundRequest>[] = [
  {
    id: 'title',
    header: text.request,
    required: true,
    cell: (request) => <TitleCell request={request} />,
  },
  {
    id: 'state',
    header: text.state,
    width: 150,
    cell: (request) => <StateCell request={request} />,
  },
  {
    id: 'environment',
    header: ui.common.environment,
    visibleFrom: 'sm',
    cell: ({ environment }) => <EnvironmentBadge name={environment} />,
  },
  {
    id: 'project',
    header: ui.common.project,
    visibleFrom: 'md',
    cell: ({ project }) => (
      <Anchor component={Link} size="sm" to={pathTo(paths.project, { projectId: project })}>
        <ProjectName id={project} />
      </Anchor>
    ),
  },
  {
    id: 'createdBy',
    header: text.by,
    visibleFrom: 'sm',
    cell: ({ createdBy }) => <Text size="sm">{personName(createdBy)}</Text>,
  },
  {
    id: 'createdAt',
    header: text.created,
    visibleFrom: 'md',
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
];

const columnsInProject = allColumns.filter(({ id }) => id !== 'project');

function TitleCell({ request }: { request: FoundRequest }) {
  const { id, project, features, segments } = request;
  const subjects = [...features, ...segments.map(text.segment)];
  return (
    <Box maw={560}>
      <Anchor
        component={Link}
        to={pathTo(paths.changeRequest, { projectId: project, id })}
        fw={600}
        style={{ overflowWrap: 'anywhere' }}
      >
        {requestTitle(request)}
      </Anchor>
      <Text size="xs" c="dimmed" lineClamp={2}>
        {`#${id} · ${subjects.length === 0 ? text.noChanges : subjects.join(', ')}`}
      </Text>
    </Box>
  );
}

function StateCell({ request }: { request: FoundRequest }) {
  const { environment, needsMyReview } = request;
  return (
    <>
      <StateBadge request={request} />
      {needsMyReview && (
        <Text size="xs" c="dimmed">
          {text.canReview}
        </Text>
      )}
      <Box hiddenFrom="sm" mt={4}>
        <EnvironmentBadge name={environment} />
      </Box>
    </>
  );
}

type NoRequestsProps = {
  view: View;
  closed: boolean;
  project: string | undefined;
  onAll: () => void;
};

function NoRequests({ view, closed, project, onAll }: NoRequestsProps) {
  const { empty } = text;
  const settings = useQuery({
    ...changeRequestConfigQuery(project ?? ''),
    enabled: project !== undefined,
  }).data;
  const required = settings?.some(({ changeRequestEnabled }) => changeRequestEnabled);
  if (project !== undefined && required === false) return <NotRequired project={project} />;
  if (closed) return <None title={empty.closed}>{empty.closedNote}</None>;
  if (view === 'all') return <None title={empty.all}>{empty.allNote}</None>;
  return (
    <None
      title={empty[view]}
      action={
        <Button variant="default" onClick={onAll}>
          {empty.showAll}
        </Button>
      }
    >
      {view === 'mine' ? empty.mineNote : empty.reviewNote}
    </None>
  );
}

/** No environment of the project requires approval. */
function NotRequired({ project }: { project: string }) {
  const { may } = useMay();
  const mayRequire = ['UPDATE_PROJECT', 'PROJECT_CHANGE_REQUEST_WRITE'].some((permission) =>
    may(permission, project),
  );
  const to = pathTo(paths.projectSettingsSection, { projectId: project, section: 'environments' });
  return (
    <None
      title={text.empty.notRequired}
      action={
        mayRequire && (
          <Button variant="default" renderRoot={(props) => <Link {...props} to={to} />}>
            {text.empty.toEnvironments}
          </Button>
        )
      }
    >
      {text.empty.notRequiredNote}
    </None>
  );
}

const None = (props: ComponentProps<typeof EmptyState>) => (
  <EmptyState icon={ReviewIcon} {...props} />
);
