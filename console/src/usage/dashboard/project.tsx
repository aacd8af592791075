import { Grid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { projectDashboardQuery } from './api.ts';
import { HealthPanel } from './health.tsx';
import { People } from './people.tsx';
import { StaleFlags } from './stale-flags.tsx';

/** Below what is seen first. */
const LatestEvents = lazy(() => import('./latest-events.tsx'));
const Onboarding = lazy(() => import('./onboarding.tsx'));

type Props = {
  projectId: string;
  /** Whether to show how to connect an SDK, until one is connected. */
  steps: boolean;
};

/** Polls every few seconds until the first SDK connects. */
export function ProjectSummary({ projectId, steps }: Props) {
  const found = useQuery({
    ...projectDashboardQuery(projectId),
    refetchInterval: ({ state }) =>
      state.data && state.data.onboardingStatus.status !== 'onboarded' ? 3000 : false,
  });
  const { data } = found;
  const connected = data?.onboardingStatus.status === 'onboarded';
  // Keeps the onboarding steps visible after the SDK has connected.
  const [onboarding, setOnboarding] = useState(false);
  if (data && !connected && !onboarding) setOnboarding(true);

  if (found.error && !data) {
    return <ErrorNote error={found.error} onRetry={() => void found.refetch()} />;
  }
  if (!data) return <PanelSkeleton lines={8} />;
  return (
    <Stack>
      {onboarding && steps && (
        <Suspense fallback={<PanelSkeleton />}>
          <Onboarding
            projectId={projectId}
            status={data.onboardingStatus}
            flags={data.insights.totalFlags}
          />
        </Suspense>
      )}
      <HealthPanel projectId={projectId} insights={data.insights} />
      {data.insights.totalFlags > 0 && <StaleFlags projectId={projectId} />}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Suspense fallback={<PanelSkeleton lines={8} />}>
            <LatestEvents projectId={projectId} events={data.latestEvents} />
          </Suspense>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <People owners={data.owners} roles={data.roles} />
        </Grid.Col>
      </Grid>
    </Stack>
  );
}
