import { Anchor, Badge, Grid, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { ToReview } from '../../approvals/change-requests/to-review.tsx';
import { meQuery } from '../../identity/session/api.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { dashboardQuery, ownRolesQuery } from './api.ts';
import { MyFlags } from './my-flags.tsx';
import { ProjectSummary } from './project.tsx';
import { ProjectList } from './project-list.tsx';

export function Page() {
  const { project: chosen } = useSearch({ from: '/signed-in/dashboard' });
  const found = useQuery(dashboardQuery);
  const me = useQuery(meQuery).data?.user;
  const projects = found.data?.projects ?? [];
  // The default is the project with the most flags.
  const [largest] = projects.toSorted((one, other) => other.featureCount - one.featureCount);
  const projectId = chosen ?? largest?.id;

  return (
    <Frame title="My dashboard" note={<Greeting name={me?.name ?? me?.username} />}>
      <ToReview />
      {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <PanelSkeleton lines={8} />}
      {found.data && projectId === undefined && (
        <EmptyState
          title="No project is yours yet"
          action={
            <Anchor component={Link} to={paths.projects}>
              See all projects
            </Anchor>
          }
        >
          Projects appear here when you have a role in them or make them a favourite.
        </EmptyState>
      )}
      {found.data && projectId !== undefined && (
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 4, xl: 3 }}>
            <Stack>
              <ProjectList projects={projects} chosen={projectId} />
              <MyFlags flags={found.data.flags} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 8, xl: 9 }}>
            <ProjectSummary key={projectId} projectId={projectId} />
          </Grid.Col>
        </Grid>
      )}
    </Frame>
  );
}

function Greeting({ name }: { name: string | null | undefined }) {
  const roles = useQuery(ownRolesQuery).data?.roles ?? [];
  return (
    <Group gap={6}>
      {name && <span>{name}</span>}
      {roles
        .filter(({ project }) => project === null)
        .map((role) => (
          <Badge key={role.id} size="sm" variant="light" tt="none" title={role.description}>
            {role.name}
          </Badge>
        ))}
    </Group>
  );
}
