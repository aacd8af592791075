import { Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ensureNow } from '../../api.ts';
import { PrintButton } from '../../ui/print-button.tsx';
import { texts } from '../../ui/texts.ts';
import { eventsQuery } from './api.ts';
import { inProject } from './found.ts';
import { EventList } from './list.tsx';
import type { EventParams } from './params.ts';

/** The most that one request returns. */
const printedMax = 1000;

const none: ReadonlySet<number> = new Set();

/** Prints all events that match, not only those of the page. */
export function PrintEvents({ params, project }: { params: EventParams; project?: string }) {
  const client = useQueryClient();
  const { offset: _, open: __, live: ___, view: ____, ...filters } = params;
  const load = async () => {
    const query = { ...filters, ...inProject(project), limit: String(printedMax) };
    const { events, total } = await ensureNow(client, eventsQuery(query));
    return (
      <>
        <Title order={1} size="h2">
          {texts.common.events}
        </Title>
        <Text mb="md">
          {total > events.length
            ? texts.print.someEvents(events.length, total)
            : texts.print.allEvents(total)}
        </Text>
        <EventList
          events={events}
          texts={undefined}
          opened={undefined}
          onOpen={() => {}}
          newIds={none}
          outdated={false}
        />
      </>
    );
  };
  return <PrintButton inToolbar load={load} />;
}
