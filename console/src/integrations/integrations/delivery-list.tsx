import { Anchor, Badge, Button, Code, Group, Menu, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { Delivery } from '../../../../server/integrations/deliveries/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { paths, pathTo } from '../../paths.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useRefresh } from '../../ui/save.ts';
import { useTableLayout } from '../../ui/table-layout.ts';
import { texts as ui } from '../../ui/texts.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { toast, toastError } from '../../ui/toasts.tsx';
import { texts } from '../texts.tsx';
import { deliveriesQuery, type Key, replayDelivery, resumeIntegration } from './api.ts';
import { mayWithIntegration } from './rights.ts';

const TableOptions = lazy(() => import('../../ui/table-options.tsx'));

const { deliveries: text, sendAgain } = texts.integrations;

/** The newest attempts of an integration. */
export function DeliveryList({ owner }: { owner: Key }) {
  const { may } = useMay();
  const found = useQuery(deliveriesQuery(owner));
  const [shown, setShown] = useState<Delivery>();
  const mayReplay = mayWithIntegration(may, 'UPDATE', owner.project);
  const layout = useTableLayout('deliveries');
  const columns = useMemo(() => columnsFor(setShown), []);
  if (found.error) return <ErrorNote error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data?.deliveries.length === 0) {
    return <Text c="dimmed">{text.empty}</Text>;
  }
  return (
    <>
      <Group justify="flex-end" mb="xs">
        <Suspense>
          <TableOptions columns={columns} control={layout} />
        </Suspense>
      </Group>
      <DataTable
        label={text.title}
        columns={columns}
        rows={found.data?.deliveries}
        rowKey={({ id }) => String(id)}
        layout={layout}
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
    required: true,
    header: text.time,
    cell: ({ attemptedAt }) => <TimeAgo at={attemptedAt} />,
  },
  {
    id: 'events',
    header: ui.common.events,
    cell: (delivery) => <EventLinks delivery={delivery} />,
  },
  { id: 'cause', header: text.cause, visibleFrom: 'sm', cell: ({ cause }) => text.causes[cause] },
  {
    id: 'result',
    header: text.result,
    cell: (delivery) => (
      <Badge size="sm" variant="light" tt="none" color={delivery.delivered ? 'green' : 'red'}>
        {delivery.status === null ? (delivery.error ?? resultOf(delivery)) : resultOf(delivery)}
      </Badge>
    ),
  },
  {
    id: 'durationMs',
    header: text.duration,
    visibleFrom: 'sm',
    align: 'right',
    cell: ({ durationMs }) => text.milliseconds(durationMs),
  },
  {
    id: 'details',
    required: true,
    header: '',
    label: text.details,
    align: 'right',
    cell: (delivery) => (
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={text.detailsOf(delivery.id)}
        onClick={() => onShow(delivery)}
      >
        {text.details}
      </Button>
    ),
  },
];

function EventLinks({
  delivery: { firstEventId: first, lastEventId: last },
}: {
  delivery: Delivery;
}) {
  if (first === null || last === null) return text.noEvents;
  const link = (id: number) => (
    <Anchor component={Link} to={pathTo(paths.event, { eventId: id })} inherit>
      {id}
    </Anchor>
  );
  return first === last ? link(first) : text.fromTo(link(first), link(last));
}

/** An e-mail has no status. */
function resultOf({ delivered, status }: Delivery): string {
  if (status !== null) return text.status(status);
  return delivered ? text.sent : text.noResponse;
}

type DetailsProps = { owner: Key; delivery: Delivery; mayReplay: boolean; onClose: () => void };

function DeliveryDetails({ owner, delivery, mayReplay, onClose }: DetailsProps) {
  const { id, error, response, firstEventId, durationMs } = delivery;
  return (
    <Dialog onClose={onClose} title={text.delivery(id)} size="lg">
      <Stack>
        <Text size="sm">{text.after(resultOf(delivery), text.milliseconds(durationMs))}</Text>
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
    </Dialog>
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
      toast(delivered ? sendAgain.sent : (error ?? sendAgain.failed));
      onDone();
    },
    onError: toastError,
  });
  return (
    <Group justify="flex-end">
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">{sendAgain.button}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => replay.mutate()}>{sendAgain.only}</Menu.Item>
          <Menu.Item onClick={() => setRestarting(true)}>{sendAgain.from(from)}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        opened={restarting}
        title={sendAgain.title(from)}
        action={sendAgain.button}
        onConfirm={async () => {
          await resumeIntegration(owner, from);
          await refresh();
        }}
        onClose={onDone}
      >
        {sendAgain.note(from)}
      </Confirm>
    </Group>
  );
}
