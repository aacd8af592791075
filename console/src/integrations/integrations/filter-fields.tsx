import { Box, Input, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { IntegrationFilter } from '../../../../server/integrations/integrations/schema.ts';
import { type EventFilters, eventsQuery } from '../../audit/events/api.ts';
import { filterKinds, useEventValues } from '../../audit/events/filters.ts';
import type { EventParams } from '../../audit/events/params.ts';
import { Summary } from '../../audit/events/summary.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { formatFilter } from '../../ui/set-filter.ts';
import { texts as ui } from '../../ui/texts.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { texts } from '../texts.tsx';
import type { Scope } from './api.ts';

const text = texts.integrations.form;

type Props = {
  project: Scope;
  filter: IntegrationFilter;
  onChange: (filter: IntegrationFilter) => void;
};

/** The days of a search have no meaning for events of the future. */
const withoutDays = filterKinds.filter(({ kind }) => kind !== 'day');

/** The filter of the event search, with the newest events that it matches. */
export function FilterFields({ project, filter, onChange }: Props) {
  const { includeUnscoped, ...params } = filter;
  const change = (next: Partial<EventParams> & { query?: string | undefined }) => {
    const changed = Object.entries({ ...params, ...next }).filter(([, value]) => value);
    onChange({
      ...(includeUnscoped === undefined ? {} : { includeUnscoped }),
      ...Object.fromEntries(changed),
    });
  };
  return (
    <Input.Wrapper label={ui.common.events} description={text.eventsNote} labelElement="div">
      <Stack gap="xs" mt={4}>
        <SearchBox
          label={text.text}
          placeholder={text.text}
          text={params.query ?? ''}
          onText={(query) => change({ query: query || undefined })}
        />
        <FilterBar
          kinds={
            project === null ? withoutDays : withoutDays.filter(({ name }) => name !== 'project')
          }
          params={params as EventParams}
          onChange={change}
          useValues={useEventValues}
        />
        <Preview params={project === null ? params : { ...params, project: isProject(project) }} />
      </Stack>
    </Input.Wrapper>
  );
}

const isProject = (project: string) => formatFilter({ operator: 'IS', values: [project] });

function Preview({ params }: { params: EventFilters }) {
  const { data } = useQuery(eventsQuery({ ...params, limit: '3' }));
  if (!data) return null;
  return (
    <Paper withBorder p="xs" radius="md" aria-label={text.preview} component="section">
      <Text size="xs" c="dimmed" mb={4}>
        {data.total === 0 ? text.noMatch : text.matching(data.total)}
      </Text>
      {data.events.map((event) => (
        <Box key={event.id}>
          <Summary text={event.summary ?? null} event={event} />{' '}
          <Text span size="xs" c="dimmed">
            <TimeAgo at={event.createdAt} />
          </Text>
        </Box>
      ))}
    </Paper>
  );
}
