import { Box, Button, Checkbox, Group } from '@mantine/core';
import { useCallbackRef, useDisclosure, useHotkeys } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, memo, Suspense, useCallback, useMemo, useState } from 'react';
import { useMay } from '../../identity/session/api.ts';
import { paths, pathTo } from '../../paths.ts';
import { DataTable, Pages, type Sort } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { parseFilter } from '../../ui/set-filter.ts';
import { type FoundFlag, flagsQuery } from './api.ts';
import { environmentsOf, flagColumns } from './columns.tsx';
import { useFilterValues } from './filter-values.ts';
import { filterKinds } from './filters.ts';
import type { FlagParams } from './params.ts';
import { useSwitches } from './switch-cell.tsx';
import { useFavorite } from './writes.ts';

const CreateFlag = lazy(() => import('./create-flag.tsx'));

const pageSize = 25;
const none: FoundFlag[] = [];

type Change = (next: Partial<FlagParams>, replace?: boolean) => void;

/** The flag search; its state is in the URL. */
export function Page() {
  const params = useSearch({ from: '/signed-in/flags' });
  const navigate = useNavigate({ from: paths.flags });
  const sort = useSort(params);
  const found = useQuery({
    ...flagsQuery({ ...params, sortBy: sort.by, sortOrder: sort.order, limit: String(pageSize) }),
    placeholderData: keepPreviousData,
  });
  const flags = found.error ? none : found.data?.features;
  const change = useCallbackRef<Change>(
    (next, replace = false) =>
      void navigate({ search: { ...params, offset: undefined, ...next }, replace }),
  );
  const setOffset = useCallback(
    (next: number) => change({ offset: next === 0 ? undefined : String(next) }),
    [change],
  );
  const { active, onKeyDown } = useRowKeys(flags ?? none);
  const filtered = params.query !== undefined || filterKinds.some(({ name }) => params[name]);
  return (
    <Frame
      title="Flags"
      note={
        found.data && `${found.data.total.toLocaleString('en')} ${filtered ? 'match' : 'in all'}`
      }
      actions={<NewFlag project={parseFilter(params.project)?.values[0]} />}
    >
      <SearchForm params={params} onChange={change} onKeyDown={onKeyDown} />
      {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      {flags?.length === 0 && !found.error ? (
        <NoFlags filtered={filtered} onClear={() => void navigate({ search: {} })} />
      ) : (
        <FlagTable
          flags={flags}
          sort={sort}
          onChange={change}
          active={active}
          outdated={found.isPlaceholderData}
        />
      )}
      {found.data && (
        <Pages
          noun="flags"
          total={found.data.total}
          limit={pageSize}
          offset={Number(params.offset ?? 0) || 0}
          onOffset={setOffset}
        />
      )}
    </Frame>
  );
}

/** Newest first unless a column is selected. */
function useSort({ sortBy, sortOrder }: FlagParams): Sort {
  const by = sortBy ?? 'createdAt';
  const order = sortBy === undefined || sortOrder === 'desc' ? 'desc' : 'asc';
  return useMemo(() => ({ by, order }), [by, order]);
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
  onChange: Change;
  onKeyDown: ReturnType<typeof useRowKeys>['onKeyDown'];
};

/** Memoized, so that typing does not render it again. */
const SearchForm = memo(({ params, onChange, onKeyDown }: SearchFormProps) => {
  return (
    <Box mb="sm">
      <SearchBox
        label="Search flags"
        placeholder="Name or tag"
        text={params.query ?? ''}
        onText={(query) => onChange({ query: query || undefined }, true)}
        onKeyDown={onKeyDown}
      />
      <Group mt="xs" gap="sm">
        <FilterBar
          kinds={filterKinds}
          params={params}
          onChange={onChange}
          useValues={useFilterValues}
        />
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
  sort: Sort;
  onChange: Change;
  active: number;
  outdated: boolean;
};

const FlagTable = memo(({ flags, sort, onChange, active, outdated }: TableProps) => {
  const { switches, dialog } = useSwitches();
  const { mutate: onFavorite } = useFavorite();
  const names = environmentsOf(flags ?? none).join('/');
  const columns = useMemo(
    () => flagColumns(names === '' ? [] : names.split('/'), { switches, onFavorite }),
    [names, switches, onFavorite],
  );
  const onSort = useCallback(
    ({ by, order }: Sort) => onChange({ sortBy: by, sortOrder: order }),
    [onChange],
  );
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
