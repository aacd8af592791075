import { Anchor, Badge, Grid, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { eventsQuery } from '../../audit/events/api.ts';
import { projectNamesQuery } from '../../flags/flags/api.ts';
import { ownRolesQuery } from '../../identity/profile/api.ts';
import { meQuery } from '../../identity/session/api.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FolderIcon } from '../../ui/icons.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { roleDescription, roleName } from '../../ui/predefined/names.ts';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { texts } from '../texts.ts';
import { dashboardQuery } from './api.ts';
import { MyFlags } from './my-flags.tsx';
import { ProjectSummary } from './project.tsx';
import { ProjectList } from './project-list.tsx';
import { rankProjects } from './ranking.ts';
import { useTour } from './use-tour.ts';

const ToReview = lazy(() => import('../../approvals/change-requests/to-review.tsx'));
const Tour = lazy(() => import('./tour.tsx'));

const text = texts.dashboard;

export function Page() {
  const { project: chosen } = useSearch({ from: '/signed-in/dashboard' });
  const found = useQuery(dashboardQuery);
  const me = useQuery(meQuery).data?.user;
  const { projects, error: listError } = useProjects(me?.id);
  const error = found.error ?? listError;
  const tour = useTour();
  const projectId = chosen ?? projects?.[0]?.id;

  return (
    <Frame title={text.title} note={<Greeting name={me?.name ?? me?.username} />}>
      <Stack>
        <Suspense>
          <ToReview />
          {tour.shown && <Tour />}
        </Suspense>
        {error && <ErrorNote error={error} onRetry={() => void found.refetch()} />}
        {!(found.data && projects) && !error && <PanelSkeleton lines={8} />}
        {projects && projectId === undefined && (
          <EmptyState
            icon={FolderIcon}
            title={text.emptyTitle}
            action={
              <Anchor component={Link} to={paths.projects}>
                {text.allProjects}
              </Anchor>
            }
          >
            {text.empty}
          </EmptyState>
        )}
        {found.data && projects && projectId !== undefined && (
          <Grid gap="md">
            <Grid.Col span={{ base: 12, md: 4, xl: 3 }}>
              <Stack>
                <ProjectList projects={projects} chosen={projectId} />
                <MyFlags flags={found.data.flags} />
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 8, xl: 9 }}>
              <ProjectSummary key={projectId} projectId={projectId} steps={!tour.possible} />
            </Grid.Col>
          </Grid>
        )}
      </Stack>
    </Frame>
  );
}

/** Undefined until all of it is known, so that the order does not change while it is shown. */
function useProjects(userId: number | undefined) {
  const all = useQuery(projectNamesQuery);
  const roles = useQuery(ownRolesQuery);
  const events = useQuery({
    ...eventsQuery({ createdBy: `IS:${userId}`, limit: '50' }),
    enabled: userId !== undefined,
  });
  const settled = [roles, events].every((each) => each.data !== undefined || each.isError);
  if (!all.data || !settled) return { error: all.error };
  const projects = rankProjects({
    all: all.data.projects,
    withRole: (roles.data?.roles ?? []).flatMap(({ project }) => project ?? []),
    recent: (events.data?.events ?? []).flatMap(({ project }) => project ?? []),
  });
  return { projects, error: null };
}

function Greeting({ name }: { name: string | null | undefined }) {
  const roles = useQuery(ownRolesQuery).data?.roles ?? [];
  return (
    <Group gap={6}>
      {name && <span>{name}</span>}
      {roles
        .filter(({ project }) => project === null)
        .map((role) => (
          <Badge
            key={role.id}
            size="sm"
            variant="light"
            tt="none"
            title={roleDescription(role) ?? ''}
          >
            {roleName(role.name)}
          </Badge>
        ))}
    </Group>
  );
}
