import { Box, Button, Checkbox, Group } from '@mantine/core';
import { useCallbackRef, useDisclosure, useHotkeys } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, memo, Suspense, useCallback, useMemo, useState } from 'react';
import { useMay } from '../../identity/session/api.ts';
import { paths, pathTo } from '../../paths.ts';
import { QueryBox } from '../../search/query-box/box.tsx';
import { useValidResult } from '../../search/query-box/valid-result.ts';
import { DataTable, Pages, type Sort } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { parseFilter } from '../../ui/set-filter.ts';
import { type FoundFlag, flagsQuery } from './api.ts';
import { environmentsOf, flagColumns } from './columns.tsx';
import { useFilterValues } from './filter-values.ts';
import { filterKinds } from './filters.ts';
import type { FlagParams } from './params.ts';
import { savedSort, sortedBy, sortParams, useSort } from './sort.ts';
import { useSwitches } from './switch-cell.tsx';
import { useFavorite } from './writes.ts';

const CreateFlag = lazy(() => import('./create-flag.tsx'));

const ViewActions = lazy(() => import('../../views/saved/view-actions.tsx'));

const pageSize = 25;
const none: FoundFlag[] = [];

type Change = (next: Partial<FlagParams>, replace?: boolean) => void;

/** The flag search; its state is in the URL. */
export function Page() {
  const params = useSearch({ from: '/signed-in/flags' });
  const navigate = useNavigate({ from: paths.flags });
  const sort = useSort(params);
  const { view: _, ...filters } = params;
  const found = useQuery({
    ...flagsQuery({ ...filters, ...sortParams(params.q, sort), limit: String(pageSize) }),
    placeholderData: keepPreviousData,
  });
  const { mistake, result } = useValidResult(found);
  const flags = found.error ? (result?.features ?? none) : result?.features;
  const change = useCallbackRef<Change>(
    (next, replace = false) =>
      void navigate({ search: { ...params, offset: undefined, ...next }, replace }),
  );
  const setOffset = useCallback(
    (next: number) => change({ offset: next === 0 ? undefined : String(next) }),
    [change],
  );
  const { active, onKeyDown } = useRowKeys(flags ?? none);
  const filtered = params.q !== undefined || filterKinds.some(({ name }) => params[name]);
  return (
    <Frame
      title="Flags"
      note={
        result &&
        !mistake &&
        `${result.total.toLocaleString('en')} ${filtered ? 'match' : 'in all'}`
      }
      actions={<NewFlag project={parseFilter(params.project)?.values[0]} />}
    >
      <SearchForm params={params} error={found.error} onChange={change} onKeyDown={onKeyDown} />
      {found.error && !mistake && (
        <ErrorNote error={found.error} onRetry={() => void found.refetch()} />
      )}
      {flags?.length === 0 && !found.error ? (
        <NoFlags filtered={filtered} onClear={() => void navigate({ search: {} })} />
      ) : (
        <FlagTable
          flags={flags}
          q={params.q}
          sort={sort}
          onChange={change}
          active={active}
          outdated={found.isPlaceholderData}
        />
      )}
      {result && (
        <Pages
          noun="flags"
          total={result.total}
          limit={pageSize}
          offset={Number(params.offset ?? 0) || 0}
          onOffset={setOffset}
        />
      )}
    </Frame>
  );
}

const NewFlag = memo(({ project }: { project: string | undefined }) => {
  const { mayAnywhere } = useMay();
  const [creating, create] = useDisclosure(false);
  if (!mayAnywhere('CREATE_FEATURE')) return null;
  return (
    <>
      <Button leftSection={<PlusIcon />} onClick={create.open}>
        New flag
      </Button>
      {creating && (
        <Suspense>
          <CreateFlag project={project} onClose={create.close} />
        </Suspense>
      )}
    </>
  );
});

type SearchFormProps = {
  params: FlagParams;
  error: Error | null;
  onChange: Change;
  onKeyDown: ReturnType<typeof useRowKeys>['onKeyDown'];
};

/** Memoized, so that typing does not render it again. */
const SearchForm = memo(({ params, error, onChange, onKeyDown }: SearchFormProps) => {
  return (
    <Box mb="sm">
      <QueryBox
        language="flags"
        label="Search flags"
        placeholder="Name, tag, or a query such as is:stale"
        text={params.q ?? ''}
        error={error}
        onText={(q) => onChange({ q: q || undefined }, true)}
        onKeyDown={onKeyDown}
      />
      <Group mt="xs" gap="sm">
        <FilterBar
          kinds={filterKinds}
          params={params}
          onChange={onChange}
          useValues={useFilterValues}
        />
        <Suspense>
          <ViewActions
            kind="flags"
            params={params}
            sort={savedSort(params)}
            onDeleted={() => onChange({ view: undefined })}
          />
        </Suspense>
        <FavoritesFirst checked={params.favoritesFirst === 'true'} onChange={onChange} />
      </Group>
    </Box>
  );
});

const FavoritesFirst = memo(({ checked, onChange }: { checked: boolean; onChange: Change }) => (
  <Checkbox
    size="xs"
    label="Favourites first"
    checked={checked}
    onChange={({ currentTarget }) =>
      onChange({ favoritesFirst: currentTarget.checked ? 'true' : undefined })
    }
  />
));

type TableProps = {
  flags: FoundFlag[] | undefined;
  q: string | undefined;
  sort: Sort;
  onChange: Change;
  active: number;
  outdated: boolean;
};

const FlagTable = memo(({ flags, q, sort, onChange, active, outdated }: TableProps) => {
  const { switches, dialog } = useSwitches();
  const { mutate: onFavorite } = useFavorite();
  const names = environmentsOf(flags ?? none).join('/');
  const columns = useMemo(
    () => flagColumns(names === '' ? [] : names.split('/'), { switches, onFavorite }),
    [names, switches, onFavorite],
  );
  const onSort = useCallback((next: Sort) => onChange(sortedBy(q, next)), [onChange, q]);
  return (
    <>
      <DataTable
        label="Flags"
        columns={columns}
        rows={flags}
        rowKey={({ name }) => name}
        sort={sort}
        onSort={onSort}
        active={active}
        outdated={outdated}
        reuseRows
      />
      {dialog}
    </>
  );
});

/** Arrow keys move along the rows, Enter opens the active one. */
function useRowKeys(flags: readonly FoundFlag[]) {
  const navigate = useNavigate();
  const [selected, setSelected] = useState(-1);
  const active = Math.min(selected, flags.length - 1);
  const onKeyDown = useCallbackRef((event: { key: string; preventDefault: () => void }) => {
    const { key } = event;
    const flag = flags[active];
    if (key === 'ArrowDown') setSelected(Math.min(active + 1, flags.length - 1));
    else if (key === 'ArrowUp') setSelected(Math.max(active - 1, -1));
    else if (key === 'Enter' && flag) {
      const parts = { projectId: flag.project, featureName: flag.name };
      void navigate({ href: pathTo(paths.flag, parts) });
    } else return;
    event.preventDefault();
  });
  const onDocumentKey = (key: string) => (event: KeyboardEvent) => {
    const unfocused = document.activeElement === document.body || key !== 'Enter';
    if (unfocused) onKeyDown({ key, preventDefault: () => event.preventDefault() });
  };
  useHotkeys(
    ['ArrowDown', 'ArrowUp', 'Enter'].map((key) => [
      key,
      onDocumentKey(key),
      { preventDefault: false },
    ]),
  );
  return { active, onKeyDown };
}

function NoFlags({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered) {
    return (
      <EmptyState title="No flags yet">
        A flag decouples deployment from release. Create one, then evaluate it in your code.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No flag matches"
      action={
        <Button variant="default" onClick={onClear}>
          Clear search and filters
        </Button>
      }
    >
      Fewer filters or fewer letters match more. Archived flags are shown by the filter Archived.
    </EmptyState>
  );
}
