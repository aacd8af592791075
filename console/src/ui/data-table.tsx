import { Box, Group, Pagination, Table, Text, UnstyledButton } from '@mantine/core';
import { type ColumnDef, tableFeatures, useTable } from '@tanstack/react-table';
import { type ReactNode, useMemo } from 'react';
import { DownIcon, UpIcon } from './icons.tsx';
import { TableRow } from './row.tsx';
import { RowSkeletons } from './skeletons.tsx';

/** The server sorts and pages, so the table needs nothing but its core. */
const features = tableFeatures({});

export type Sort = { by: string; order: 'asc' | 'desc' };

export type Column<Row> = {
  id: string;
  header: ReactNode;
  /** The name of the column where `header` is no text. */
  label?: string;
  cell: (row: Row, index: number) => ReactNode;
  /** What the API calls it, where it can sort by it. */
  sortBy?: string;
  align?: 'left' | 'right' | 'center';
  width?: number | string;
  /** Narrower windows do without it. */
  visibleFrom?: 'xs' | 'sm' | 'md' | 'lg' | 'xl';
};

/** Only after a while: most answers are here before, and painting everything twice takes time. */
const paled = { opacity: 0.6, transition: 'opacity 0s linear 200ms' };

type Props<Row> = {
  /** What the table lists, for those who cannot see it. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first page is on its way. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
  /** Index of the row that the keyboard stands on. */
  active?: number;
  /** True while what is shown belongs to the question before. */
  outdated?: boolean;
};

export function DataTable<Row extends object>(props: Props<Row>) {
  const { label, columns, rows, rowKey, sort, onSort, active, outdated = false } = props;
  const definitions = useMemo(
    () =>
      columns.map(
        ({ id, header }): ColumnDef<typeof features, Row> => ({ id, header: () => header }),
      ),
    [columns],
  );
  const data = useMemo(() => [...(rows ?? [])], [rows]);
  const table = useTable({ features, columns: definitions, data, getRowId: rowKey });
  const columnOf = (id: string) => columns.find((column) => column.id === id);

  return (
    <Table.ScrollContainer
      minWidth={280}
      type="native"
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <Table
        verticalSpacing={6}
        aria-label={label}
        aria-busy={rows === undefined || outdated}
        style={outdated ? paled : undefined}
      >
        <Table.Thead>
          {table.getHeaderGroups().map((group) => (
            <Table.Tr key={group.id}>
              {group.headers.map((header) => {
                const column = columnOf(header.column.id);
                return (
                  column && (
                    <HeaderCell key={header.id} column={column} sort={sort} onSort={onSort} />
                  )
                );
              })}
            </Table.Tr>
          ))}
        </Table.Thead>
        <Table.Tbody>
          {rows === undefined && <RowSkeletons columns={columns.length} />}
          {table.getRowModel().rows.map(({ id, index, original }) => (
            <TableRow
              key={id}
              id={id}
              row={original}
              index={index}
              active={index === active}
              columns={columns}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

type HeaderProps<Row> = {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
};

function HeaderCell<Row>({ column, sort, onSort }: HeaderProps<Row>) {
  const { sortBy, header, label, align = 'left', width, visibleFrom } = column;
  const sorted = sortBy !== undefined && sort?.by === sortBy ? sort.order : undefined;
  return (
    <Table.Th
      scope="col"
      ta={align}
      {...(width === undefined ? {} : { w: width })}
      {...(visibleFrom ? { visibleFrom } : {})}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(sorted ? { 'aria-sort': sorted === 'asc' ? 'ascending' : 'descending' } : {})}
    >
      {sortBy !== undefined && onSort ? (
        <UnstyledButton
          fw={600}
          fz="sm"
          onClick={() => onSort({ by: sortBy, order: sorted === 'asc' ? 'desc' : 'asc' })}
        >
          <Group gap={4} wrap="nowrap" component="span">
            {header}
            {sorted === 'asc' && <UpIcon size={14} />}
            {sorted === 'desc' && <DownIcon size={14} />}
          </Group>
        </UnstyledButton>
      ) : (
        header
      )}
    </Table.Th>
  );
}

type PagesProps = {
  total: number;
  limit: number;
  offset: number;
  onOffset: (offset: number) => void;
  /** What is counted: `flags`. */
  noun: string;
};

/** `51–100 of 2,345 flags`, and the way to the other pages. */
export function Pages({ total, limit, offset, onOffset, noun }: PagesProps) {
  const count = (value: number) => value.toLocaleString('en');
  const last = Math.min(offset + limit, total);
  return (
    <Group justify="space-between" mt="sm">
      <Text size="sm" c="dimmed" aria-live="polite">
        {total === 0
          ? `No ${noun}`
          : `${count(Math.min(offset + 1, total))}–${count(last)} of ${count(total)} ${noun}`}
      </Text>
      {total > limit && (
        <Box component="nav" aria-label="Pages">
          <Pagination
            size="sm"
            total={Math.ceil(total / limit)}
            value={Math.floor(offset / limit) + 1}
            onChange={(page) => onOffset((page - 1) * limit)}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
            getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
          />
        </Box>
      )}
    </Group>
  );
}
