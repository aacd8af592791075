import { Anchor, Box, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { paths, pathTo } from '../../paths.ts';
import { Pages } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { DownIcon, RightIcon } from '../../ui/icons.tsx';
import { JsonDiff } from '../../ui/json-diff.tsx';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { flagEventsQuery, type HistoryEvent } from './api.ts';
import type { FlagPageParams } from './params.ts';

const pageSize = 25;

/** Events of the flag, newest first. */
export default function History({ flag, params }: { flag: Flag; params: FlagPageParams }) {
  const navigate = useNavigate({ from: paths.flag });
  const offset = Number(params.offset ?? 0) || 0;
  const found = useQuery({
    ...flagEventsQuery(flag.name, { offset: String(offset), limit: String(pageSize) }),
    placeholderData: keepPreviousData,
  });
  if (found.error) return <ErrorNote error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <PanelSkeleton />;
  if (found.data.total === 0) return <EmptyState title="No events yet" />;
  return (
    <>
      <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {found.data.events.map((event) => (
          <Entry key={event.id} event={event} />
        ))}
      </Stack>
      <Pages
        noun="events"
        total={found.data.total}
        limit={pageSize}
        offset={offset}
        onOffset={(next) =>
          void navigate({
            search: { tab: 'history', offset: next === 0 ? undefined : String(next) },
          })
        }
      />
    </>
  );
}

function Entry({ event }: { event: HistoryEvent }) {
  const [opened, { toggle }] = useDisclosure(false);
  const { id, label, type, createdBy, createdAt, environment, data, preData } = event;
  return (
    <Box
      component="li"
      py={6}
      style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}
    >
      <Group justify="space-between" gap="xs">
        <UnstyledButton onClick={toggle} aria-expanded={opened} style={{ flex: '1 1 240px' }}>
          <Group gap={6} wrap="nowrap" component="span">
            {opened ? <DownIcon size={14} /> : <RightIcon size={14} />}
            <Text span size="sm">
              <b>{label ?? type}</b>
              {environment && ` in ${environment}`} by {createdBy}
            </Text>
          </Group>
        </UnstyledButton>
        <Anchor component={Link} to={pathTo(paths.event, { eventId: id })} size="sm">
          <TimeAgo at={createdAt} />
        </Anchor>
      </Group>
      {opened && (
        <Box py="xs">
          {data === null && preData === null ? (
            <Text size="sm" c="dimmed">
              This event has no details.
            </Text>
          ) : (
            <JsonDiff before={preData ?? {}} after={data ?? {}} />
          )}
        </Box>
      )}
    </Box>
  );
}
