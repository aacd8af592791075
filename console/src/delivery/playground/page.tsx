import { Grid } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback } from 'react';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { playgroundQuery, type Question } from './api.ts';
import { asText, parseContext } from './context.ts';
import { QuestionForm } from './form.tsx';
import type { PlaygroundParams } from './params.ts';
import { Results } from './results.tsx';

const Why = lazy(() => import('./why.tsx'));

/** Evaluates all flags for a context and explains the results. */
export function Page() {
  const params = useSearch({ from: '/signed-in/playground' });
  const navigate = useNavigate({ from: paths.playground });
  const question = questionOf(params);
  const asked = question.environments.length > 0;
  const found = useQuery({
    ...playgroundQuery(question),
    enabled: asked,
    placeholderData: keepPreviousData,
  });
  const answer = found.data;
  const change = useCallback(
    (next: Partial<PlaygroundParams>) =>
      void navigate({ search: (before) => ({ ...before, ...next }), resetScroll: false }),
    [navigate],
  );
  const opened = answer?.features.find(({ name }) => name === params.open);
  return (
    <Frame title="Playground" note="What flags would say to somebody, and why. Nothing is changed.">
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 4, xl: 3 }}>
          <Panel title="Question">
            <QuestionForm
              params={params}
              asking={found.isFetching}
              onAsk={(next) => {
                change({ ...next, offset: undefined, open: undefined });
                if (asked) void found.refetch();
              }}
            />
          </Panel>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8, xl: 9 }}>
          {!asked && (
            <EmptyState title="Ask a question">
              Choose where, say who asks, and every flag answers with its reasons. The address then
              holds the question, to be shared.
            </EmptyState>
          )}
          {asked && found.isPending && <PanelSkeleton lines={8} />}
          {found.error && <ErrorNote error={found.error} />}
          {answer && !found.error && <Results answer={answer} params={params} onChange={change} />}
        </Grid.Col>
      </Grid>
      {opened && (
        <Suspense>
          <Why flag={opened} onClose={() => change({ open: undefined })} />
        </Suspense>
      )}
    </Frame>
  );
}

function questionOf({ environments = [], projects = [], context }: PlaygroundParams): Question {
  return {
    environments,
    projects: projects.length === 0 ? '*' : projects,
    context: { appName: 'playground', ...asText(parseContext(context) ?? {}) },
  };
}
