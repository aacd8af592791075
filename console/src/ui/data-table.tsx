import { Box, Group, Pagination, Table, Text } from '@mantine/core';
import { type ColumnDef, tableFeatures, useTable } from '@tanstack/react-table';
import { memo, type ReactNode, useEffect, useMemo, useState } from 'react';
import styles from './row.module.css';
import { TableHead, TableRow } from './row.tsx';
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

/** Most answers are here before that, and to paint everything twice takes time. */
const paledAfterMs = 200;

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
  /** Where cells keep no state of their own: the next rows are drawn over those there are. */
  drawnOver?: boolean;
};

export function DataTable<Row extends object>(props: Props<Row>) {
  const { label, columns, rows, rowKey, sort, onSort, active, outdated = false } = props;
  const definitions = useMemo(
    () => columns.map(({ id }): ColumnDef<typeof features, Row> => ({ id })),
    [columns],
  );
  const data = useRowsInTurn(rows, props.drawnOver === true);
  const table = useTable({ features, columns: definitions, data, getRowId: rowKey });
  const paled = useLasting(outdated, paledAfterMs);
  return (
    <Table.ScrollContainer
      minWidth={280}
      type="native"
      tabIndex={0}
      role="region"
      aria-label={label}
      className={styles.region}
    >
      <Table
        verticalSpacing={6}
        aria-label={label}
        aria-busy={rows === undefined || outdated}
        opacity={paled ? 0.6 : 1}
      >
        <thead>
          <TableHead columns={columns} sort={sort} onSort={onSort} />
        </thead>
        <tbody>
          {rows === undefined && <RowSkeletons columns={columns.length} />}
          {table.getRowModel().rows.map(({ id, index, original }) => (
            <TableRow
              key={props.drawnOver ? index : id}
              id={id}
              row={original}
              index={index}
              active={index === active}
              columns={columns}
            />
          ))}
        </tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** As many as most windows show. */
const seenFirst = 14;

/** What is drawn over is seen from the top: the rows below follow when those have been painted. */
function useRowsInTurn<Row>(rows: readonly Row[] | undefined, inTurn: boolean): Row[] {
  const [before, setBefore] = useState(rows);
  useEffect(() => (inTurn ? afterPaint(() => setBefore(rows)) : undefined), [rows, inTurn]);
  return useMemo(() => {
    const all = rows ?? [];
    if (!inTurn || before === rows) return [...all];
    return [...all.slice(0, seenFirst), ...(before ?? []).slice(seenFirst, all.length)];
  }, [rows, before, inTurn]);
}

/** Once the next frame is on its way; returns what calls it off. */
function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Whether it has been so for a while. */
function useLasting(so: boolean, forMs: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!so) return undefined;
    const timer = setTimeout(() => setLasting(true), forMs);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [so, forMs]);
  return lasting;
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
export const Pages = memo(({ total, limit, offset, onOffset, noun }: PagesProps) => {
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
});
