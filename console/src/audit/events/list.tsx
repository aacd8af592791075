import { Box, Paper, Skeleton, Text } from '@mantine/core';
import { locale } from '../../language.ts';
import { texts as ui } from '../../ui/texts.ts';
import type { LoggedEvent } from './api.ts';
import { EventRow } from './row.tsx';

type Props = {
  /** Undefined while the first page is loading. */
  events: readonly LoggedEvent[] | undefined;
  texts: readonly string[] | undefined;
  opened: string | undefined;
  onOpen: (id: string | undefined) => void;
  newIds: ReadonlySet<number>;
  outdated: boolean;
};

const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'full' });

/** Stays below the header while its events scroll. */
const stickyDay = {
  position: 'sticky',
  top: 'var(--header-height, 0px)',
  zIndex: 1,
  background: 'var(--page)',
} as const;

/** Events grouped by day, newest first. */
export function EventList({ events, texts, opened, onOpen, newIds, outdated }: Props) {
  if (events === undefined) return <ListSkeleton />;
  const dayOf = ({ createdAt }: LoggedEvent) => dayFormat.format(new Date(createdAt));
  const days = [...new Set(events.map(dayOf))];
  return (
    <Box aria-busy={outdated} style={{ opacity: outdated ? 0.6 : 1 }}>
      {days.map((day) => (
        <Box key={day} component="section" aria-label={day} mb="md">
          <Text component="h2" size="sm" fw={600} c="dimmed" m={0} py={6} style={stickyDay}>
            {day}
          </Text>
          <Paper withBorder radius="md" style={{ overflow: 'hidden' }}>
            <Box component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
              {events
                .filter((event) => dayOf(event) === day)
                .map((event) => (
                  <EventRow
                    key={event.id}
                    event={event}
                    texts={texts}
                    opened={String(event.id) === opened}
                    isNew={newIds.has(event.id)}
                    onToggle={() =>
                      onOpen(String(event.id) === opened ? undefined : String(event.id))
                    }
                  />
                ))}
            </Box>
          </Paper>
        </Box>
      ))}
    </Box>
  );
}

function ListSkeleton() {
  return (
    <Paper withBorder radius="md" role="status" aria-busy="true" aria-label={ui.common.loading}>
      {[80, 65, 90, 70, 85, 60].map((width) => (
        <Box key={width} px="sm" py={10} h={59}>
          <Skeleton height={12} width={`${width}%`} mb={12} />
          <Skeleton height={10} width={90} />
        </Box>
      ))}
    </Paper>
  );
}
