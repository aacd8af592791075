import { Box, Group, Pagination, Table, Text } from '@mantine/core';
import { type ColumnDef, tableFeatures, useTable } from '@tanstack/react-table';
import { memo, type ReactNode, useEffect, useMemo, useState } from 'react';
import styles from './row.module.css';
import { TableHead, TableRow } from './row.tsx';
import { RowSkeletons } from './skeletons.tsx';

/** The server sorts and pages, so the table needs only its core. */
const features = tableFeatures({});

export type Sort = { by: string; order: 'asc' | 'desc' };

export type Column<Row> = {
  id: string;
  header: ReactNode;
  /** The accessible name where `header` is not text. */
  label?: string;
  cell: (row: Row, index: number) => ReactNode;
  /** The API's name of the column, where it can sort by it. */
  sortBy?: string;
  align?: 'left' | 'right' | 'center';
  width?: number | string;
  /** Hidden in narrower windows. */
  visibleFrom?: 'xs' | 'sm' | 'md' | 'lg' | 'xl';
};

/** Most responses arrive earlier; dimming those would paint every row twice. */
const dimAfterMs = 200;

type Props<Row> = {
  /** The accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first page is loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
  /** Index of the row selected by keyboard. */
  active?: number;
  /** True while the rows belong to the previous query. */
  outdated?: boolean;
  /** Reuses row elements by position; only where cells have no state of their own. */
  reuseRows?: boolean;
};

export function DataTable<Row extends object>(props: Props<Row>) {
  const { label, columns, rows, rowKey, sort, onSort, active, outdated = false } = props;
  const definitions = useMemo(
    () => columns.map(({ id }): ColumnDef<typeof features, Row> => ({ id })),
    [columns],
  );
  const data = useStagedRows(rows, props.reuseRows === true);
  const table = useTable({ features, columns: definitions, data, getRowId: rowKey });
  const dimmed = useDelayed(outdated, dimAfterMs);
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
        opacity={dimmed ? 0.6 : 1}
      >
        <thead>
          <TableHead columns={columns} sort={sort} onSort={onSort} />
        </thead>
        <tbody>
          {rows === undefined && <RowSkeletons columns={columns.length} />}
          {table.getRowModel().rows.map(({ id, index, original }) => (
            <TableRow
              key={props.reuseRows ? index : id}
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

/** As many rows as most windows show. */
const visibleRows = 14;

/** Renders the visible rows first and the others after they are painted. */
function useStagedRows<Row>(rows: readonly Row[] | undefined, staged: boolean): Row[] {
  const [before, setBefore] = useState(rows);
  useEffect(() => (staged ? afterPaint(() => setBefore(rows)) : undefined), [rows, staged]);
  return useMemo(() => {
    const all = rows ?? [];
    if (!staged || before === rows) return [...all];
    return [...all.slice(0, visibleRows), ...(before ?? []).slice(visibleRows, all.length)];
  }, [rows, before, staged]);
}

/** Runs after the next paint; returns a function that cancels it. */
function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** True once `active` has been true for that long. */
function useDelayed(active: boolean, delayMs: number): boolean {
  const [delayed, setDelayed] = useState(false);
  useEffect(() => {
    if (!active) return undefined;
    const timer = setTimeout(() => setDelayed(true), delayMs);
    return () => {
      clearTimeout(timer);
      setDelayed(false);
    };
  }, [active, delayMs]);
  return delayed;
}

type PagesProps = {
  total: number;
  limit: number;
  offset: number;
  onOffset: (offset: number) => void;
  /** Plural of the items: `flags`. */
  noun: string;
};

/** `51–100 of 2,345 flags`, with links to the other pages. */
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
