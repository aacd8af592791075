import { Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Instance } from '../../../../server/usage/applications/schema.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { instancesQuery } from './api.ts';

type Props = { appName: string; environment: string; onClose: () => void };

const columns: Column<Instance>[] = [
  {
    id: 'instanceId',
    header: 'Instance',
    cell: ({ instanceId }) => (
      <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {instanceId}
      </Text>
    ),
  },
  { id: 'sdk', header: 'SDK', cell: ({ sdkVersion }) => sdkVersion ?? 'unknown' },
  { id: 'lastSeen', header: 'Last seen', cell: ({ lastSeen }) => <TimeAgo at={lastSeen} /> },
];

export default function Instances({ appName, environment, onClose }: Props) {
  const found = useQuery(instancesQuery(appName, environment));
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={`Instances of ${appName} in ${environment}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {found.error ? (
        <ErrorNote error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <DataTable
          label="Instances"
          columns={columns}
          rows={found.data?.instances}
          rowKey={({ instanceId }) => instanceId}
        />
      )}
    </Modal>
  );
}
