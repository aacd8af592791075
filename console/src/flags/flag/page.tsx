import { Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { paths, pathTo } from '../../paths.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { isMissing } from '../../ui/missing.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { PanelSkeleton, PanelsSkeleton } from '../../ui/skeletons.tsx';
import { useProjectName } from '../flags/project-name.ts';
import { type FlagKey, flagQuery } from './api.ts';
import { HeadActions, HeadNote } from './head.tsx';
import { Overview } from './overview.tsx';
import type { FlagPageParams } from './params.ts';
import { texts } from './texts.ts';

const ArchivedNote = lazy(() => import('./archived-note.tsx'));
const Earlier = lazy(() => import('./earlier.tsx'));
const History = lazy(() => import('./history.tsx'));
const MissingFlag = lazy(() => import('./missing-flag.tsx'));
const PendingRequests = lazy(() => import('./pending-requests.tsx'));
const Usage = lazy(() => import('./usage.tsx'));

const from = '/signed-in/projects/$projectId/flags/$featureName';
const tabs = ['overview', 'usage', 'history'] as const;
const t = texts.page;

export function Page() {
  const key = useParams({ from });
  const params = useSearch({ from });
  if (params.at === undefined) return <CurrentPage flagKey={key} params={params} />;
  return (
    <Suspense fallback={<PanelSkeleton lines={8} />}>
      <Earlier flagKey={key} at={params.at} />
    </Suspense>
  );
}

type Props = { flagKey: FlagKey; params: FlagPageParams };

function CurrentPage({ flagKey: key, params }: Props) {
  const navigate = useNavigate({ from: paths.flag });
  const found = useQuery(flagQuery(key));
  const flag = found.data;
  const projectName = useProjectName(key.projectId);
  const tab = tabs.find((each) => each === params.tab) ?? 'overview';
  const show = (next: string | null) =>
    void navigate({ search: next === 'overview' || !next ? {} : { tab: next } });
  return (
    <Frame
      title={key.featureName}
      crumbs={[
        { label: t.toFlags, to: paths.flags },
        { label: projectName, to: pathTo(paths.project, { projectId: key.projectId }) },
      ]}
      note={flag && <HeadNote flag={flag} />}
      actions={flag && <HeadActions flag={flag} />}
    >
      {isMissing(found.error) ? (
        <Suspense>
          <MissingFlag flag={key} />
        </Suspense>
      ) : (
        found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />
      )}
      {!flag && !found.error && <PanelsSkeleton />}
      {flag && (
        <Stack>
          <Suspense>
            {flag.archived && <ArchivedNote flag={flag} />}
            <PendingRequests flag={flag} />
          </Suspense>
          <Tabs value={tab} onChange={show} keepMounted={false}>
            <Tabs.List mb="md" aria-label={t.about}>
              {tabs.map((each) => (
                <Tabs.Tab key={each} value={each}>
                  {t[each]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="overview">
              <Overview flag={flag} compared={params.view === 'compare'} />
            </Tabs.Panel>
            <Tabs.Panel value="usage">
              <Suspense fallback={<PanelSkeleton />}>
                <Usage flag={flag} params={params} />
              </Suspense>
            </Tabs.Panel>
            <Tabs.Panel value="history">
              <Suspense fallback={<PanelSkeleton />}>
                <History flag={flag} params={params} />
              </Suspense>
            </Tabs.Panel>
          </Tabs>
        </Stack>
      )}
    </Frame>
  );
}
