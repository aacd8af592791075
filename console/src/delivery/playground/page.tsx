import { Box, Grid } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback } from 'react';
import { paths } from '../../paths.ts';
import { AsOfNote } from '../../ui/as-of-note.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PlayIcon } from '../../ui/icons.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { texts as all } from '../texts.ts';
import { type PlaygroundRequest, playgroundQuery } from './api.ts';
import { parseContext, withAppName } from './context.ts';
import { PlaygroundForm } from './form.tsx';
import type { PlaygroundParams } from './params.ts';
import { Results } from './results.tsx';

const texts = all.playground;

const Explanation = lazy(() => import('./explanation.tsx'));

/** Evaluates all flags for a context and explains the results. */
export function Page() {
  const params = useSearch({ from: '/signed-in/playground' });
  const navigate = useNavigate({ from: paths.playground });
  const request = requestOf(params);
  const submitted = request.environments.length > 0;
  const found = useQuery({
    ...playgroundQuery(request),
    enabled: submitted,
    placeholderData: keepPreviousData,
  });
  const response = found.data;
  const change = useCallback(
    (next: Partial<PlaygroundParams>) =>
      void navigate({ search: (before) => ({ ...before, ...next }), resetScroll: false }),
    [navigate],
  );
  const opened = response?.features.find(({ name }) => name === params.open);
  return (
    <Frame title={texts.title} note={texts.note}>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 4, xl: 3 }}>
          <Panel title={texts.form.title}>
            <PlaygroundForm
              params={params}
              loading={found.isFetching}
              onSubmit={(next) => {
                change({ ...next, offset: undefined, open: undefined, in: undefined });
                if (submitted) void found.refetch();
              }}
            />
          </Panel>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8, xl: 9 }}>
          {!submitted && (
            <EmptyState icon={PlayIcon} title={texts.empty}>
              {texts.emptyNote}
            </EmptyState>
          )}
          {submitted && <Moment at={params.at} onLeave={() => change({ at: undefined })} />}
          {submitted && found.isPending && <PanelSkeleton lines={8} />}
          {found.error && <ErrorNote error={found.error} />}
          {response && !found.error && (
            <Results response={response} params={params} onChange={change} />
          )}
        </Grid.Col>
      </Grid>
      {opened && (
        <Suspense>
          <Explanation
            flag={opened}
            environment={params.in}
            onClose={() => change({ open: undefined, in: undefined })}
          />
        </Suspense>
      )}
    </Frame>
  );
}

function Moment({ at, onLeave }: { at: string | undefined; onLeave: () => void }) {
  if (at === undefined) return null;
  return (
    <Box mb="sm">
      <AsOfNote time={at} onLeave={onLeave}>
        {texts.asOfNote}
      </AsOfNote>
    </Box>
  );
}

function requestOf({
  environments = [],
  projects = [],
  context,
  at,
}: PlaygroundParams): PlaygroundRequest {
  return {
    environments,
    projects: projects.length === 0 ? '*' : projects,
    ...(at === undefined ? {} : { at }),
    context: withAppName(parseContext(context) ?? {}),
  };
}
