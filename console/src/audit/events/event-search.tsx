import { Anchor, Box, Button, Group, Menu, Switch, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { QueryBox } from '../../search/query-box/box.tsx';
import { sortTermOf, textsOf } from '../../search/query-box/tokens.ts';
import { Pages } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { DownloadIcon, LogIcon, SearchIcon } from '../../ui/icons.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { texts } from '../texts.ts';
import { type EventFilters, exportUrl, type LiveState } from './api.ts';
import { filterKinds, useEventValues } from './filters.ts';
import { inProject, pageSize, type useFoundEvents } from './found.ts';
import { EventList } from './list.tsx';
import type { EventParams } from './params.ts';
import { PrintEvents } from './print-events.tsx';

const { search, export: exporting, live: liveTexts } = texts.events;

const ViewActions = lazy(() => import('../../views/saved/view-actions.tsx'));

const kindsInProject = filterKinds.filter(({ name }) => name !== 'project');

export type Change = (next: Partial<EventParams>, replace?: boolean) => void;

type Props = {
  params: EventParams;
  all: ReturnType<typeof useFoundEvents>;
  onChange: Change;
  onClear: () => void;
  /** Where the list has only the events of one project. */
  project?: string;
};

export const isFiltered = (params: EventParams) =>
  filterKinds.some(({ name }) => params[name]) || params.q !== undefined;

/** The query box, the filters and the list of events. */
export function EventSearch({ params, all, onChange, onClear, project }: Props) {
  const { found, shown, mistake, live } = all;
  return (
    <>
      <SearchForm params={params} all={all} project={project} onChange={onChange} />
      {found.error && !mistake && (
        <ErrorNote error={found.error} onRetry={() => void found.refetch()} />
      )}
      {shown?.events.length === 0 && !found.error ? (
        <NoEvents filtered={isFiltered(params)} onClear={onClear} />
      ) : (
        (found.error === null || (mistake && shown !== undefined)) && (
          <EventList
            events={shown?.events}
            texts={textsOf(params.q)}
            opened={params.open}
            onOpen={(id) => onChange({ open: id, offset: params.offset }, true)}
            newIds={live.received.ids}
            outdated={found.isPlaceholderData}
          />
        )
      )}
      {shown && (
        <Pages
          noun={texts.events.noun}
          total={shown.total}
          limit={pageSize}
          offset={Number(params.offset ?? 0) || 0}
          onOffset={(next) =>
            onChange({ offset: next === 0 ? undefined : String(next), open: undefined })
          }
        />
      )}
    </>
  );
}

type SearchFormProps = Pick<Props, 'params' | 'all' | 'onChange'> & { project: string | undefined };

function SearchForm({ params, all, project, onChange }: SearchFormProps) {
  return (
    <Toolbar
      search={
        <QueryBox
          language="events"
          label={search.label}
          placeholder={search.placeholder}
          text={params.q ?? ''}
          error={all.found.error}
          outdated={all.mistake && all.shown !== undefined}
          onText={(q) => onChange({ q: q || undefined }, true)}
        />
      }
      filters={<Filters params={params} all={all} project={project} onChange={onChange} />}
    >
      <PrintEvents params={params} {...(project === undefined ? {} : { project })} />
      <Export filters={all.unsorted} />
    </Toolbar>
  );
}

function Filters({ params, all: { live }, project, onChange }: SearchFormProps) {
  return (
    <>
      <FilterBar
        kinds={project === undefined ? filterKinds : kindsInProject}
        params={params}
        onChange={onChange}
        useValues={useEventValues}
      />
      <Suspense>
        <ViewActions
          kind="events"
          params={{ ...params, ...inProject(project) }}
          sort={savedSort(params.q)}
          onDeleted={() => onChange({ view: undefined })}
        />
      </Suspense>
      <Switch
        size="sm"
        label={liveTexts.label}
        checked={params.live === 'true'}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ live: checked ? 'true' : undefined })
        }
      />
      {live.on && (
        <LiveNote state={live.state} count={live.received.ids.size} onRetry={live.retry} />
      )}
    </>
  );
}

function savedSort(q: string | undefined): string | undefined {
  const term = sortTermOf(q);
  return term && q?.slice(term.start, term.end);
}

function Export({ filters }: { filters: EventFilters }) {
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button size="xs" variant="subtle" color="gray" leftSection={<DownloadIcon size={14} />}>
          {exporting.button}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{exporting.note}</Menu.Label>
        <Menu.Item component="a" href={exportUrl(filters, 'ndjson')} download>
          {exporting.json}
        </Menu.Item>
        <Menu.Item component="a" href={exportUrl(filters, 'csv')} download>
          {exporting.csv}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

type LiveNoteProps = { state: LiveState; count: number; onRetry: () => void };

function LiveNote({ state, count, onRetry }: LiveNoteProps) {
  const status = {
    connecting: liveTexts.connecting,
    open: count === 0 ? liveTexts.waiting : liveTexts.arrived(count),
    ended: liveTexts.ended,
  }[state];
  return (
    <Group gap={6} wrap="nowrap">
      <Box
        w={8}
        h={8}
        bg={{ connecting: 'yellow.6', open: 'teal.6', ended: 'red.6' }[state]}
        style={{ borderRadius: '50%' }}
        aria-hidden="true"
      />
      <Text size="sm" c="dimmed" role="status">
        {status}
      </Text>
      {state === 'ended' && (
        <Anchor component="button" size="sm" onClick={onRetry}>
          {liveTexts.reconnect}
        </Anchor>
      )}
    </Group>
  );
}

function NoEvents({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered) {
    return (
      <EmptyState icon={LogIcon} title={search.empty}>
        {search.emptyNote}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={SearchIcon}
      title={search.noMatch}
      action={
        <Button variant="default" onClick={onClear}>
          {search.clear}
        </Button>
      }
    >
      {search.noMatchNote}
    </EmptyState>
  );
}
