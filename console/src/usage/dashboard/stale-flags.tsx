import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useMay } from '../../identity/session/api.ts';
import { paths } from '../../paths.ts';
import { DataTable, Pages } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { formatFilter } from '../../ui/set-filter.ts';
import { texts } from '../texts.ts';
import { type Cost, healthQuery } from './api.ts';
import { ArchiveFlags } from './archive-flags.tsx';
import { Selection } from './selection.tsx';
import { staleColumns } from './stale-columns.tsx';
import { useMarkStale } from './writes.ts';

const text = texts.dashboard.staleFlags;

const pageSize = 10;

/** The stale flags that lower the health, with the actions to fix it. */
export function StaleFlags({ projectId }: { projectId: string }) {
  const found = useQuery(healthQuery(projectId));
  const costs = found.data?.costs;
  return (
    <Panel title={text.title} note={text.note} actions={<SearchLink projectId={projectId} />}>
      {costs?.length === 0 ? (
        <EmptyState title={text.emptyTitle}>{text.empty}</EmptyState>
      ) : (
        !found.error && <StaleTable projectId={projectId} costs={costs} />
      )}
    </Panel>
  );
}

function SearchLink({ projectId }: { projectId: string }) {
  const project = formatFilter({ operator: 'IS', values: [projectId] });
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link {...props} to={paths.flags} search={{ project, state: 'IS:stale' }} />
      )}
    >
      {text.search}
    </Anchor>
  );
}

type TableProps = { projectId: string; costs: Cost[] | undefined };

function StaleTable({ projectId, costs }: TableProps) {
  const { may } = useMay();
  const [offset, setOffset] = useOffset(projectId);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [archiving, setArchiving] = useState<string[]>();
  const { mutate, isPending } = useMarkStale(projectId);
  const mark = may('UPDATE_FEATURE', projectId);
  const archive = may('DELETE_FEATURE', projectId);
  const columns = useMemo(
    () =>
      staleColumns({
        projectId,
        selected,
        rights: { mark, archive },
        onSelect: (name, on) =>
          setSelected((before) => new Set([...before, name].filter((each) => on || each !== name))),
        onMark: (name) => mutate({ features: [name], stale: true }),
        onArchive: (name) => setArchiving([name]),
      }),
    [projectId, selected, mark, archive, mutate],
  );
  return (
    <>
      {(mark || archive) && costs && (
        <Selection
          costs={costs}
          selected={selected}
          onSelect={setSelected}
          marking={isPending}
          onMark={mark && ((features) => mutate({ features, stale: true }))}
          onArchive={archive && setArchiving}
        />
      )}
      <DataTable
        label={text.title}
        columns={columns}
        rows={costs?.slice(offset, offset + pageSize)}
        rowKey={({ featureName }) => featureName}
      />
      {costs && (
        <Pages
          noun={text.noun}
          total={costs.length}
          limit={pageSize}
          offset={offset}
          onOffset={setOffset}
        />
      )}
      {archiving && (
        <ArchiveFlags
          projectId={projectId}
          features={archiving}
          onDone={() => setSelected(new Set())}
          onClose={() => setArchiving(undefined)}
        />
      )}
    </>
  );
}

/** The offset of the page, in the URL. */
function useOffset(project: string) {
  const offset = Number(useSearch({ from: '/signed-in/dashboard' }).offset ?? 0) || 0;
  const navigate = useNavigate({ from: paths.dashboard });
  const setOffset = (next: number) =>
    void navigate({
      search: { project, offset: next === 0 ? undefined : String(next) },
      resetScroll: false,
    });
  return [offset, setOffset] as const;
}
