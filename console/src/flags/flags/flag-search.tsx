import { Button, Checkbox } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, memo, type ReactNode, Suspense, useCallback } from 'react';
import { QueryBox } from '../../search/query-box/box.tsx';
import { useValidResult } from '../../search/query-box/valid-result.ts';
import { Pages } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { SearchIcon } from '../../ui/icons.tsx';
import { formatFilter } from '../../ui/set-filter.ts';
import { useTableLayout } from '../../ui/table-layout.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { type FoundFlag, flagsQuery, type FlagSearch as Search } from './api.ts';
import { useFilterValues } from './filter-values.ts';
import { filterKinds } from './filters.ts';
import { FlagTable, useFlagColumns } from './flag-table.tsx';
import { NewFlag } from './new-flag.tsx';
import type { FlagParams } from './params.ts';
import { useRowKeys } from './row-keys.ts';
import { useSelected } from './selected.ts';
import { savedSort, sortParams, useSort } from './sort.ts';
import { texts } from './texts.ts';

const BulkBar = lazy(() => import('../bulk/bar.tsx'));
const TableOptions = lazy(() => import('../../ui/table-options.tsx'));
const ExportFlags = lazy(() => import('./export-flags.tsx'));
const ViewActions = lazy(() => import('../../views/saved/view-actions.tsx'));

const pageSize = 25;
const none: FoundFlag[] = [];
const kindsInProject = filterKinds.filter(({ name }) => name !== 'project');

export type Change = (next: Partial<FlagParams>, replace?: boolean) => void;

/** The flags that match the parameters of a page; in a project only its flags. */
export function useFoundFlags(params: FlagParams, project?: string) {
  const sort = useSort(params);
  const { view: _, ...filters } = params;
  const search: Search = {
    ...filters,
    ...(project === undefined ? {} : inProject(project)),
    ...sortParams(params.q, sort),
  };
  const found = useQuery({
    ...flagsQuery({ ...search, limit: String(pageSize) }),
    placeholderData: keepPreviousData,
  });
  const { mistake, result } = useValidResult(found);
  const flags = found.error ? (result?.features ?? none) : result?.features;
  const kinds = project === undefined ? filterKinds : kindsInProject;
  const filtered = params.q !== undefined || kinds.some(({ name }) => params[name]);
  const count = result && !mistake ? result.total : undefined;
  return { found, search, mistake, result, flags, sort, kinds, filtered, count };
}

const inProject = (project: string) => ({
  project: formatFilter({ operator: 'IS', values: [project] }),
});

type Props = {
  params: FlagParams;
  all: ReturnType<typeof useFoundFlags>;
  onChange: Change;
  onClear: () => void;
  /** Where the list has only the flags of one project. */
  project?: string;
};

/** The query box, the filters and the table of flags, with what can be done to selected ones. */
export function FlagSearch({ params, all, onChange, onClear, project }: Props) {
  const { found, flags, mistake, result, filtered } = all;
  const layout = useTableLayout('flags');
  const { columns, dialog } = useFlagColumns(flags, project);
  const selected = useSelected(flags);
  const { select } = selected;
  const { onKeyDown, ...rowKeys } = useRowKeys(flags ?? none);
  const change = useCallbackRef<Change>((next, replace) => {
    // Flags that are no longer listed would be changed unseen.
    if (!('offset' in next || 'sortBy' in next)) select(none);
    onChange(next, replace);
  });
  const loadingOrFound = flags?.length !== 0 || found.error !== null;
  return (
    <>
      <SearchForm
        params={params}
        project={project}
        q={params.q ?? ''}
        error={found.error}
        outdated={mistake && result !== undefined}
        onChange={change}
        onKeyDown={onKeyDown}
      >
        <TableOptions columns={columns} control={layout} />
        <ExportFlags search={all.search} total={result?.total ?? 0} />
      </SearchForm>
      {found.error && !mistake && (
        <ErrorNote error={found.error} onRetry={() => void found.refetch()} />
      )}
      {loadingOrFound ? (
        <FlagTable
          {...rowKeys}
          flags={flags}
          columns={columns}
          q={params.q}
          sort={all.sort}
          onChange={change}
          selection={selected.selection}
          layout={layout}
          outdated={found.isPlaceholderData}
        />
      ) : (
        <NoFlags filtered={filtered} project={project} onClear={onClear} />
      )}
      {dialog}
      {result && <FlagPages total={result.total} offset={params.offset} onChange={change} />}
      {selected.flags.length > 0 && (
        <Suspense>
          <BulkBar
            flags={selected.flags}
            onSelect={select}
            search={all.search}
            total={result?.total ?? 0}
          />
        </Suspense>
      )}
    </>
  );
}

type PagesProps = { total: number; offset: string | undefined; onChange: Change };

function FlagPages({ total, offset, onChange }: PagesProps) {
  const setOffset = useCallback(
    (next: number) => onChange({ offset: next === 0 ? undefined : String(next) }),
    [onChange],
  );
  return (
    <Pages
      noun={texts.noun}
      total={total}
      limit={pageSize}
      offset={Number(offset ?? 0) || 0}
      onOffset={setOffset}
    />
  );
}

type FormProps = { params: FlagParams; project: string | undefined; onChange: Change };
type SearchFormProps = BoxProps & FormProps & { children: ReactNode };

function SearchForm({ children, params, project, onChange, ...box }: SearchFormProps) {
  return (
    <Toolbar
      search={<SearchBox {...box} onChange={onChange} />}
      filters={<Filters params={params} project={project} onChange={onChange} />}
    >
      {children}
    </Toolbar>
  );
}

type BoxProps = {
  q: string;
  error: Error | null;
  outdated: boolean;
  onChange: Change;
  onKeyDown: ReturnType<typeof useRowKeys>['onKeyDown'];
};

/** Memoized like the filters, so that a response does not render them again. */
const SearchBox = memo(({ q, error, outdated, onChange, onKeyDown }: BoxProps) => (
  <QueryBox
    language="flags"
    label={texts.search.label}
    placeholder={texts.search.placeholder}
    text={q}
    error={error}
    outdated={outdated}
    onText={(next) => onChange({ q: next || undefined }, true)}
    onKeyDown={onKeyDown}
  />
));

const Filters = memo(({ params, project, onChange }: FormProps) => (
  <>
    <FilterBar
      kinds={project === undefined ? filterKinds : kindsInProject}
      params={params}
      onChange={onChange}
      useValues={useFilterValues}
    />
    <Suspense>
      <ViewActions
        kind="flags"
        params={project === undefined ? params : { ...params, ...inProject(project) }}
        sort={savedSort(params)}
        onDeleted={() => onChange({ view: undefined })}
      />
    </Suspense>
    <FavoritesFirst checked={params.favoritesFirst === 'true'} onChange={onChange} />
  </>
));

const FavoritesFirst = memo(({ checked, onChange }: { checked: boolean; onChange: Change }) => (
  <Checkbox
    size="xs"
    label={texts.search.favoritesFirst}
    checked={checked}
    onChange={({ currentTarget }) =>
      onChange({ favoritesFirst: currentTarget.checked ? 'true' : undefined })
    }
  />
));

type NoFlagsProps = { filtered: boolean; project: string | undefined; onClear: () => void };

function NoFlags({ filtered, project, onClear }: NoFlagsProps) {
  if (!filtered) {
    return (
      <EmptyState title={texts.search.empty} action={<NewFlag project={project} />}>
        {texts.search.emptyNote}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={SearchIcon}
      title={texts.search.noMatch}
      action={
        <Button variant="default" onClick={onClear}>
          {texts.search.clear}
        </Button>
      }
    >
      {texts.search.noMatchNote}
    </EmptyState>
  );
}
