import { Badge, Box, Group, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { UndoEvent } from '../../history/restore/undo-event.tsx';
import { JsonDiff, JsonView } from '../../ui/json-diff.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { exactTime } from '../../ui/time-ago.tsx';
import { eventLabel } from '../labels/label.ts';
import { texts as audit } from '../texts.ts';
import type { LoggedEvent } from './api.ts';
import { AppliedWith } from './applied-with.tsx';

const { details } = audit.events;

type Props = { event: LoggedEvent; texts?: readonly string[] | undefined };

/** The changes that an event recorded, or its JSON. */
export default function EventDetails({ event, texts }: Props) {
  const [shown, setShown] = useState('changes');
  return (
    <Box>
      <Group justify="space-between" mb="xs" gap="xs">
        <Text size="xs" c="dimmed">
          {details.event(event.id)} · {eventLabel(event)} · {exactTime(event.createdAt)}
          <AppliedWith change={event} before=" · " />
        </Text>
        <SegmentedControl
          size="xs"
          value={shown}
          onChange={setShown}
          aria-label={details.view}
          data={[
            { value: 'changes', label: details.changes },
            { value: 'json', label: details.json },
          ]}
        />
      </Group>
      {shown === 'json' ? <JsonView value={event} /> : <Changes event={event} texts={texts} />}
      <UndoEvent event={event} />
      {event.tags.length > 0 && (
        <Group gap={4} mt="xs">
          <Text size="xs" c="dimmed">
            {details.tags}
          </Text>
          {event.tags.map(({ type, value }) => (
            <Badge key={`${type}:${value}`} size="xs" variant="default" tt="none">
              {type}:{value}
            </Badge>
          ))}
        </Group>
      )}
    </Box>
  );
}

function Changes({ event, texts }: Props) {
  const { data, preData } = changesOf(event);
  if (data === null && preData === null) {
    return (
      <Text size="sm" c="dimmed">
        {details.empty}
      </Text>
    );
  }
  // Compared with an empty object, each member is listed, also for created or deleted items.
  return <JsonDiff before={preData ?? emptyLike(data)} after={data ?? {}} texts={texts} />;
}

/** A switch is recorded without data; its type is the change. */
function changesOf({ type, data, preData }: LoggedEvent) {
  if (type === 'feature-environment-enabled') return { preData: off, data: on };
  if (type === 'feature-environment-disabled') return { preData: on, data: off };
  return { data, preData };
}

const on = { enabled: ui.common.on };
const off = { enabled: ui.common.off };

const emptyLike = (value: object | null) => (Array.isArray(value) ? [] : {});
