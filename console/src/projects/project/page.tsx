import { Alert, Button, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useMay } from '../../identity/session/api.ts';
import { paths } from '../../paths.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FlagIcon, StarIcon } from '../../ui/icons.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { formatFilter } from '../../ui/set-filter.ts';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { useFavoriteProject } from '../projects/writes.ts';
import { overviewQuery } from './api.ts';
import { Overview } from './overview.tsx';

const Settings = lazy(() => import('./settings.tsx'));
const Environments = lazy(() => import('./environments.tsx'));
const Access = lazy(() => import('./access.tsx'));
const Integrations = lazy(() => import('./integrations.tsx'));
const Tokens = lazy(() => import('./tokens.tsx'));
const Transfer = lazy(() => import('./transfer.tsx'));

const from = '/signed-in/projects/$projectId';

export function Page() {
  const { projectId } = useParams({ from });
  const { tab } = useSearch({ from });
  const navigate = useNavigate();
  const found = useQuery(overviewQuery(projectId));
  const tabs = useTabs(projectId);
  const shown = tabs.find(({ value }) => value === tab)?.value ?? 'overview';
  if (found.error) {
    return (
      <Frame title={projectId} crumbs={[{ label: 'Projects', to: paths.projects }]}>
        <ErrorNote error={found.error} onRetry={() => void found.refetch()} />
      </Frame>
    );
  }
  const project = found.data;
  return (
    <Frame
      title={project?.name ?? projectId}
      note={project?.description}
      crumbs={[{ label: 'Projects', to: paths.projects }]}
      actions={project && <Actions projectId={projectId} favorite={project.favorite} />}
    >
      {project?.archivedAt && (
        <Alert color="gray" mb="md">
          This project is in the archive.
        </Alert>
      )}
      <Tabs
        value={shown}
        keepMounted={false}
        onChange={(next) =>
          void navigate({
            to: '.',
            search: { tab: next === 'overview' ? undefined : (next ?? undefined) },
          })
        }
      >
        <Tabs.List mb="md">
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ value, content: Content }) => (
          <Tabs.Panel key={value} value={value}>
            <Suspense fallback={<PanelSkeleton />}>
              {project ? <Content projectId={projectId} project={project} /> : <PanelSkeleton />}
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Frame>
  );
}

/** The tabs that the caller may see. */
function useTabs(projectId: string) {
  const { may } = useMay();
  const any = (...permissions: string[]) => permissions.some((each) => may(each, projectId));
  return [
    { value: 'overview', label: 'Overview', content: Overview, shown: true },
    { value: 'environments', label: 'Environments', content: Environments, shown: true },
    {
      value: 'access',
      label: 'Access',
      content: Access,
      shown: any('PROJECT_USER_ACCESS_READ', 'PROJECT_USER_ACCESS_WRITE', 'UPDATE_PROJECT'),
    },
    {
      value: 'tokens',
      label: 'API tokens',
      content: Tokens,
      shown: any('READ_PROJECT_API_TOKEN'),
    },
    {
      value: 'integrations',
      label: 'Integrations',
      content: Integrations,
      shown: any('UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE', 'PROJECT_SETTINGS_READ'),
    },
    { value: 'transfer', label: 'Export and import', content: Transfer, shown: true },
    {
      value: 'settings',
      label: 'Settings',
      content: Settings,
      shown: any('UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE', 'DELETE_PROJECT'),
    },
  ].filter(({ shown }) => shown);
}

function Actions({ projectId, favorite }: { projectId: string; favorite: boolean }) {
  const change = useFavoriteProject();
  return (
    <>
      <Button
        variant="default"
        leftSection={<StarIcon filled={favorite} />}
        aria-pressed={favorite}
        onClick={() => change.mutate({ id: projectId, favorite: !favorite })}
      >
        Favourite
      </Button>
      <Button
        leftSection={<FlagIcon />}
        renderRoot={(props) => (
          <Link
            {...props}
            to={paths.flags}
            search={{ project: formatFilter({ operator: 'IS', values: [projectId] }) }}
          />
        )}
      >
        Flags
      </Button>
    </>
  );
}
