import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import type {
  ApplicationDetail,
  Overview,
} from '../../../../server/usage/application-details/schema.ts';
import { formatNumber } from '../../language.ts';
import { paths } from '../../paths.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EnvironmentName } from '../../ui/environment.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { useTableLayout } from '../../ui/table-layout.ts';
import { texts as shared } from '../../ui/texts.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { texts as ofUsage } from '../texts.ts';
import { applicationQuery, overviewQuery } from './api.ts';
import { IssuesPanel, Mono } from './issues.tsx';
import { PagedTable } from './paged-table.tsx';
import { Mark, SeenFlags } from './seen-flags.tsx';

const texts = ofUsage.applications;

type Instance = ApplicationDetail['instances'][number];
type Environment = Overview['environments'][number];

/** One application: its issues first, then where it runs and what it evaluates. */
export function Page() {
  const { appName } = useParams({ strict: false }) as { appName: string };
  const detail = useQuery(applicationQuery(appName));
  const overview = useQuery(overviewQuery(appName));
  const failed = [detail, overview].find(({ error }) => error !== null);
  return (
    <Frame
      title={appName}
      note={detail.data?.description}
      crumbs={[{ label: texts.title, to: paths.applications }]}
    >
      {failed?.error ? (
        <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <Stack>
          {overview.data && detail.data ? (
            <Content detail={detail.data} overview={overview.data} />
          ) : (
            <PanelSkeleton lines={8} />
          )}
        </Stack>
      )}
    </Frame>
  );
}

function Content({ detail, overview }: { detail: ApplicationDetail; overview: Overview }) {
  const outdated = overview.issues.outdatedSdks;
  const instanceColumns = useMemo(
    () => instanceColumnsFor(new Set(outdated.map(({ sdkVersion }) => sdkVersion))),
    [outdated],
  );
  const instanceLayout = useTableLayout('application-instances');
  const flags = detail.seenToggles.filter(({ notFound }) => !notFound);
  return (
    <>
      <IssuesPanel issues={overview.issues} />
      <Panel title={shared.common.environments} note={texts.environmentsNote}>
        <DataTable
          label={shared.common.environments}
          columns={environmentColumns}
          rows={overview.environments}
          rowKey={({ name }) => name}
        />
      </Panel>
      <Panel title={texts.flags} note={flags.length > 0 ? texts.flagsNote : texts.noFlags}>
        {flags.length > 0 && <SeenFlags appName={detail.appName} flags={flags} />}
      </Panel>
      <Panel
        title={texts.instances}
        note={detail.instances.length > 0 ? texts.newestInstances : texts.noInstances}
      >
        {detail.instances.length > 0 && (
          <PagedTable
            label={texts.instances}
            noun={texts.instancesNoun}
            columns={instanceColumns}
            rows={detail.instances}
            rowKey={({ instanceId, environment }) => `${environment}/${instanceId}`}
            layout={instanceLayout}
          />
        )}
      </Panel>
    </>
  );
}

const environmentColumns: Column<Environment>[] = [
  {
    id: 'name',
    header: shared.common.environment,
    cell: ({ name }) => <EnvironmentName name={name} />,
  },
  {
    id: 'instances',
    header: texts.instances,
    cell: ({ instanceCount }) => formatNumber(instanceCount),
  },
  {
    id: 'sdks',
    header: texts.sdks,
    visibleFrom: 'sm',
    cell: ({ sdks }) => sdks.map((sdk) => <Mono key={sdk} text={sdk} />),
  },
  { id: 'lastSeen', header: texts.lastSeen, cell: ({ lastSeen }) => <TimeAgo at={lastSeen} /> },
];

const instanceColumnsFor = (outdated: ReadonlySet<string>): Column<Instance>[] => [
  {
    id: 'instance',
    required: true,
    header: texts.instance,
    cell: ({ instanceId }) => <Mono text={instanceId} />,
  },
  {
    id: 'environment',
    header: shared.common.environment,
    visibleFrom: 'sm',
    cell: ({ environment }) => <EnvironmentName name={environment} />,
  },
  {
    id: 'sdk',
    header: texts.sdk,
    cell: ({ sdkVersion }) => (
      <Group gap={6}>
        {sdkVersion === null ? (
          <Text size="sm" c="dimmed">
            {texts.unknownSdk}
          </Text>
        ) : (
          <Mono text={sdkVersion} />
        )}
        {sdkVersion !== null && outdated.has(sdkVersion) && <Mark text={texts.outdated} />}
      </Group>
    ),
  },
  { id: 'lastSeen', header: texts.lastSeen, cell: ({ lastSeen }) => <TimeAgo at={lastSeen} /> },
];
