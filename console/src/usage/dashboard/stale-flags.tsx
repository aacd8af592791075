import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useNamedSelection } from '../../flags/flags/named-selection.ts';
import { useMay } from '../../identity/session/api.ts';
import { paths } from '../../paths.ts';
import { DataTable, Pages } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { texts } from '../texts.ts';
import { type Cost, healthQuery, staleFlagsQuery, staleSearch } from './api.ts';
import { staleColumns } from './stale-columns.tsx';
import { useMarkStale } from './writes.ts';

const ArchiveFlag = lazy(() => import('./archive-flag.tsx'));
const BulkBar = lazy(() => import('../../flags/bulk/bar.tsx'));

const text = texts.dashboard.staleFlags;

const pageSize = 10;

/** The stale flags that lower the health, with the actions to fix it. */
export function StaleFlags({ projectId }: { projectId: string }) {
  const found = useQuery(healthQuery(projectId));
  const costs = found.data?.costs;
  return (
    <Panel title={text.title} note={text.note} actions={<SearchLink projectId={projectId} />}>
      {costs?.length === 0 ? (
        <EmptyState icon={CheckIcon} title={text.emptyTitle}>
          {text.empty}
        </EmptyState>
      ) : (
        !found.error && <StaleTable projectId={projectId} costs={costs} />
      )}
    </Panel>
  );
}

function SearchLink({ projectId }: { projectId: string }) {
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => <Link {...props} to={paths.flags} search={staleSearch(projectId)} />}
    >
      {text.search}
    </Anchor>
  );
}

type TableProps = { projectId: string; costs: Cost[] | undefined };

function StaleTable({ projectId, costs }: TableProps) {
  const { may } = useMay();
  const [offset, setOffset] = useOffset(projectId);
  const [active, onActive] = useState(-1);
  const [archiving, setArchiving] = useState<string>();
  const { mutate } = useMarkStale(projectId);
  const mark = may('UPDATE_FEATURE', projectId);
  const archive = may('DELETE_FEATURE', projectId);
  const columns = useMemo(
    () =>
      staleColumns({
        projectId,
        rights: { mark, archive },
        onMark: (name) => mutate({ features: [name], stale: true }),
        onArchive: setArchiving,
      }),
    [projectId, mark, archive, mutate],
  );
  const { flags, error, selection, select } = useNamedSelection(staleFlagsQuery(projectId));
  return (
    <>
      <DataTable
        label={text.title}
        columns={columns}
        rows={costs?.slice(offset, offset + pageSize)}
        rowKey={({ featureName }) => featureName}
        {...(mark || archive ? { active, onActive, selection } : {})}
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
      {error && <ErrorNote error={error} />}
      {flags.length > 0 && (
        <Suspense>
          <BulkBar
            flags={flags}
            onSelect={select}
            search={staleSearch(projectId)}
            total={costs?.length ?? 0}
          />
        </Suspense>
      )}
      {archiving !== undefined && (
        <Suspense>
          <ArchiveFlag
            projectId={projectId}
            name={archiving}
            onClose={() => setArchiving(undefined)}
          />
        </Suspense>
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
