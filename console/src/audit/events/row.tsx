import { ActionIcon, Badge, Box, Collapse, Group, Loader, Text, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { locale } from '../../language.ts';
import { paths, pathTo } from '../../paths.ts';
import { EnvironmentBadge } from '../../ui/environment.tsx';
import { Highlighted } from '../../ui/highlighted.tsx';
import { DownIcon, LinkIcon, UpIcon } from '../../ui/icons.tsx';
import { exactTime } from '../../ui/time-ago.tsx';
import { eventLabel } from '../labels/label.ts';
import { texts as audit } from '../texts.ts';
import type { LoggedEvent } from './api.ts';
import { excerptsOf } from './excerpts.ts';
import { Summary } from './summary.tsx';

const EventDetails = lazy(() => import('./details.tsx'));
const clock = new Intl.DateTimeFormat(locale, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const { row } = audit.events;

type Props = {
  event: LoggedEvent;
  texts: readonly string[] | undefined;
  opened: boolean;
  /** The event arrived while the page was open. */
  isNew: boolean;
  onToggle: () => void;
};

/** One event; expanded, with its changes. */
export function EventRow({ event, texts, opened, isNew, onToggle }: Props) {
  return (
    <Box
      component="li"
      data-event={event.id}
      px="sm"
      py={8}
      style={{
        borderBottom: '1px solid var(--mantine-color-default-border)',
        borderLeft: `3px solid ${isNew ? 'var(--mantine-color-teal-6)' : 'transparent'}`,
      }}
    >
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <Text
          component="time"
          dateTime={event.createdAt}
          title={exactTime(event.createdAt)}
          size="sm"
          c="dimmed"
          ff="monospace"
        >
          {clock.format(new Date(event.createdAt))}
        </Text>
        <Box flex={1} miw={0}>
          <Summary text={event.summary} event={event} texts={texts} />
          <Badges event={event} isNew={isNew} />
          <Excerpts event={event} texts={texts} />
        </Box>
        <Actions id={event.id} opened={opened} onToggle={onToggle} />
      </Group>
      <Collapse expanded={opened} transitionDuration={120}>
        {opened && (
          <Box pt="sm">
            <Suspense fallback={<Loader size="sm" />}>
              <EventDetails event={event} texts={texts} />
            </Suspense>
          </Box>
        )}
      </Collapse>
    </Box>
  );
}

type ActionsProps = Pick<Props, 'opened' | 'onToggle'> & { id: number };

function Actions({ id, opened, onToggle }: ActionsProps) {
  return (
    <Group gap={2} wrap="nowrap">
      <Tooltip label={row.pageHint}>
        <ActionIcon
          component={Link}
          to={pathTo(paths.event, { eventId: id })}
          variant="subtle"
          color="gray"
          aria-label={row.page(id)}
        >
          <LinkIcon />
        </ActionIcon>
      </Tooltip>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-expanded={opened}
        aria-label={row.changes(id)}
        onClick={onToggle}
      >
        {opened ? <UpIcon /> : <DownIcon />}
      </ActionIcon>
    </Group>
  );
}

function Badges({ event, isNew }: { event: LoggedEvent; isNew: boolean }) {
  const { type, environment } = event;
  return (
    <Group gap={6} mt={2}>
      {isNew && (
        <Badge size="xs" color="teal" variant="light" tt="none">
          {row.isNew}
        </Badge>
      )}
      <Badge size="xs" variant="default" tt="none" title={type}>
        {eventLabel(event)}
      </Badge>
      {environment && <EnvironmentBadge name={environment} />}
    </Group>
  );
}

function Excerpts({ event, texts }: { event: LoggedEvent; texts: readonly string[] | undefined }) {
  return excerptsOf(event, texts).map(({ path, text }) => (
    <Text
      key={`${path} ${text}`}
      size="xs"
      c="dimmed"
      ff="monospace"
      mt={2}
      style={{ overflowWrap: 'anywhere' }}
    >
      <Highlighted text={path} texts={texts} />: <Highlighted text={text} texts={texts} />
    </Text>
  ));
}
