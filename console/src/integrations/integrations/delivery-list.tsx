import { Anchor, Badge, Button, Code, Group, Menu, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Delivery } from '../../../../server/integrations/deliveries/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { paths, pathTo } from '../../paths.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useRefresh } from '../../ui/save.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { toast, toastError } from '../../ui/toasts.tsx';
import { deliveriesQuery, type Key, replayDelivery, resumeIntegration } from './api.ts';
import { mayWithIntegration } from './rights.ts';

const causes = { event: 'Event', replay: 'Replay', test: 'Test' } as const;

/** The newest attempts of an integration. */
export function DeliveryList({ owner }: { owner: Key }) {
  const { may } = useMay();
  const found = useQuery(deliveriesQuery(owner));
  const [shown, setShown] = useState<Delivery>();
  const mayReplay = mayWithIntegration(may, 'UPDATE', owner.project);
  const columns = useMemo(() => columnsFor(setShown), []);
  if (found.error) return <ErrorNote error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data?.deliveries.length === 0) {
    return <Text c="dimmed">Nothing was sent yet.</Text>;
  }
  return (
    <>
      <DataTable
        label="Deliveries"
        columns={columns}
        rows={found.data?.deliveries}
        rowKey={({ id }) => String(id)}
      />
      {shown && (
        <DeliveryDetails
          owner={owner}
          delivery={shown}
          mayReplay={mayReplay}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}

const columnsFor = (onShow: (delivery: Delivery) => void): Column<Delivery>[] => [
  {
    id: 'attemptedAt',
    header: 'Time',
    cell: ({ attemptedAt }) => <TimeAgo at={attemptedAt} />,
  },
  {
    id: 'events',
    header: 'Events',
    cell: (delivery) => <EventLinks delivery={delivery} />,
  },
  { id: 'cause', header: 'Cause', visibleFrom: 'sm', cell: ({ cause }) => causes[cause] },
  {
    id: 'result',
    header: 'Result',
    cell: (delivery) => (
      <Badge size="sm" variant="light" tt="none" color={delivery.delivered ? 'green' : 'red'}>
        {delivery.status === null ? (delivery.error ?? resultOf(delivery)) : resultOf(delivery)}
      </Badge>
    ),
  },
  {
    id: 'durationMs',
    header: 'Duration',
    visibleFrom: 'sm',
    align: 'right',
    cell: ({ durationMs }) => `${durationMs} ms`,
  },
  {
    id: 'details',
    header: '',
    label: 'Details',
    align: 'right',
    cell: (delivery) => (
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={`Details of delivery ${delivery.id}`}
        onClick={() => onShow(delivery)}
      >
        Details
      </Button>
    ),
  },
];

function EventLinks({
  delivery: { firstEventId: first, lastEventId: last },
}: {
  delivery: Delivery;
}) {
  if (first === null || last === null) return 'None';
  const link = (id: number) => (
    <Anchor component={Link} to={pathTo(paths.event, { eventId: id })} inherit>
      {id}
    </Anchor>
  );
  return first === last ? (
    link(first)
  ) : (
    <>
      {link(first)} to {link(last)}
    </>
  );
}

/** An e-mail has no status. */
function resultOf({ delivered, status }: Delivery): string {
  if (status !== null) return `Status ${status}`;
  return delivered ? 'Sent' : 'No response';
}

type DetailsProps = { owner: Key; delivery: Delivery; mayReplay: boolean; onClose: () => void };

function DeliveryDetails({ owner, delivery, mayReplay, onClose }: DetailsProps) {
  const { id, error, response, firstEventId, durationMs } = delivery;
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Delivery ${id}`}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">
          {resultOf(delivery)} after {durationMs} ms.
        </Text>
        {error && <Text size="sm">{error}</Text>}
        {response !== '' && (
          <Code block tabIndex={0} style={{ maxHeight: 300, overflow: 'auto' }}>
            {response}
          </Code>
        )}
        {mayReplay && firstEventId !== null && (
          <SendAgain owner={owner} deliveryId={id} from={firstEventId} onDone={onClose} />
        )}
      </Stack>
    </Modal>
  );
}

type SendAgainProps = { owner: Key; deliveryId: number; from: number; onDone: () => void };

function SendAgain({ owner, deliveryId, from, onDone }: SendAgainProps) {
  const refresh = useRefresh([['integrations']]);
  const [restarting, setRestarting] = useState(false);
  const replay = useMutation({
    mutationFn: () => replayDelivery(owner, deliveryId),
    onSuccess: async ({ delivered, error }) => {
      await refresh();
      toast(delivered ? 'Sent once more' : (error ?? 'The replay failed'));
      onDone();
    },
    onError: toastError,
  });
  return (
    <Group justify="flex-end">
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">Send again</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => replay.mutate()}>Only these events</Menu.Item>
          <Menu.Item onClick={() => setRestarting(true)}>All events from {from} on</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        opened={restarting}
        title={`Send all events from ${from} on?`}
        action="Send again"
        onConfirm={async () => {
          await resumeIntegration(owner, from);
          await refresh();
        }}
        onClose={onDone}
      >
        Every matching event from {from} on is sent again, with the same ids. Receivers that do not
        recognise ids handle them twice.
      </Confirm>
    </Group>
  );
}
