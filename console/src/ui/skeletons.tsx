import { Skeleton, Stack, Table } from '@mantine/core';
import { texts } from './texts.ts';

const range = (length: number) => Array.from({ length }, (_, index) => index);

export function RowSkeletons({ columns, rows = 8 }: { columns: number; rows?: number }) {
  return range(rows).map((row) => (
    <Table.Tr key={row} aria-hidden="true">
      {range(columns).map((column) => (
        <Table.Td key={column}>
          <Skeleton height={14} my={5} width={column === 0 ? '80%' : '50%'} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}

export function PanelSkeleton({ lines = 5 }: { lines?: number }) {
  return (
    <Stack aria-busy="true" role="status" aria-label={texts.common.loading}>
      {range(lines).map((line) => (
        <Skeleton key={line} height={18} width={`${90 - line * 9}%`} />
      ))}
    </Stack>
  );
}
