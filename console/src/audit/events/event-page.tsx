import { Anchor, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { paths, pathTo } from '../../paths.ts';
import { Copy } from '../../ui/copy.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { LinkIcon } from '../../ui/icons.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { formatFilter } from '../../ui/set-filter.ts';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { eventQuery, type LoggedEvent } from './api.ts';
import EventDetails from './details.tsx';
import { Summary } from './summary.tsx';

/** A single event, with a URL of its own. */
export function Page() {
  const { eventId } = useParams({ from: '/signed-in/events/$eventId' });
  const found = useQuery(eventQuery(eventId));
  const event = found.data;
  return (
    <Frame
      title={event?.label ?? `Event ${eventId}`}
      note={
        event && (
          <>
            by {event.createdBy}, <TimeAgo at={event.createdAt} />
          </>
        )
      }
      crumbs={[{ label: 'Events', to: paths.events }]}
      actions={<Copy text={document.location.href} label="Copy the link" icon={LinkIcon} />}
    >
      {found.isPending && <PanelSkeleton />}
      {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      {found.isSuccess && !event && (
        <EmptyState
          title="There is no such event"
          action={
            <Anchor component={Link} to={paths.events}>
              Go to the events
            </Anchor>
          }
        >
          Or it belongs to a project that you may not see.
        </EmptyState>
      )}
      {event && (
        <Paper withBorder radius="md" p="md">
          <Stack>
            <Summary text={event.summary} />
            <Related event={event} />
            <EventDetails event={event} />
          </Stack>
        </Paper>
      )}
    </Frame>
  );
}

/** Links to other events of the same flag, project or user. */
function Related({ event }: { event: LoggedEvent }) {
  const filters = [
    ['feature', 'this flag', event.featureName],
    ['project', 'this project', event.project],
    ['createdBy', 'this person', event.createdByUserId],
  ] as const;
  return (
    <Group gap="md">
      <Text size="sm" c="dimmed">
        More events of
      </Text>
      {filters.map(
        ([param, label, value]) =>
          value !== null && (
            <Anchor
              key={param}
              size="sm"
              renderRoot={(props) => (
                <Link {...props} to={paths.events} search={{ [param]: only(value) }} />
              )}
            >
              {label}
            </Anchor>
          ),
      )}
      {event.featureName && event.project && (
        <Anchor
          component={Link}
          size="sm"
          to={pathTo(paths.flag, { projectId: event.project, featureName: event.featureName })}
        >
          Go to the flag
        </Anchor>
      )}
    </Group>
  );
}

const only = (value: string | number) => formatFilter({ operator: 'IS', values: [String(value)] });
