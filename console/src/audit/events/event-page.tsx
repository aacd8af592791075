import { Anchor, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { paths, pathTo } from '../../paths.ts';
import { Copy } from '../../ui/copy.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { LinkIcon, SearchIcon } from '../../ui/icons.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { formatFilter } from '../../ui/set-filter.ts';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { eventLabel } from '../labels/label.ts';
import { texts } from '../texts.ts';
import { eventQuery, type LoggedEvent } from './api.ts';
import { useCreatorName } from './creator.ts';
import EventDetails from './details.tsx';
import { Summary } from './summary.tsx';

const { page } = texts.events;

/** A single event, with a URL of its own. */
export function Page() {
  const { eventId } = useParams({ from: '/signed-in/events/$eventId' });
  const found = useQuery(eventQuery(eventId));
  const event = found.data;
  return (
    <Frame
      title={event ? eventLabel(event) : page.title(eventId)}
      note={
        event && (
          <>
            <Creator event={event} />, <TimeAgo at={event.createdAt} />
          </>
        )
      }
      crumbs={[{ label: texts.events.title, to: paths.events }]}
      actions={<Copy text={document.location.href} label={page.copyLink} icon={LinkIcon} />}
    >
      {found.isPending && <PanelSkeleton />}
      {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      {found.isSuccess && !event && (
        <EmptyState
          icon={SearchIcon}
          title={page.notFound}
          action={
            <Anchor component={Link} to={paths.events}>
              {page.toEvents}
            </Anchor>
          }
        >
          {page.notFoundNote}
        </EmptyState>
      )}
      {event && (
        <Paper withBorder radius="md" p="md">
          <Stack>
            <Summary text={event.summary} event={event} />
            <Related event={event} />
            <EventDetails event={event} />
          </Stack>
        </Paper>
      )}
    </Frame>
  );
}

function Creator({ event }: { event: LoggedEvent }) {
  const { createdBy, createdByUserId } = event;
  return <span title={createdBy}>{page.by(useCreatorName(createdByUserId) ?? createdBy)}</span>;
}

/** Links to other events of the same flag, project or user. */
function Related({ event }: { event: LoggedEvent }) {
  const filters = [
    ['feature', page.thisFlag, event.featureName],
    ['project', page.thisProject, event.project],
    ['createdBy', page.thisPerson, event.createdByUserId],
  ] as const;
  return (
    <Group gap="md">
      <Text size="sm" c="dimmed">
        {page.related}
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
          {page.toFlag}
        </Anchor>
      )}
    </Group>
  );
}

const only = (value: string | number) => formatFilter({ operator: 'IS', values: [String(value)] });
