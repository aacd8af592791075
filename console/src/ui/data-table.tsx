import { Box, Group, Pagination, Text } from '@mantine/core';
import { memo, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import styles from './row.module.css';
import { TableHead, TableRow } from './row.tsx';
import { type Selection, useRowSelection } from './row-selection.ts';
import { RowSkeletons } from './row-skeletons.tsx';
import { defaultLayout, type LayoutControl, shownColumns } from './table-layout.ts';
import { texts } from './texts.ts';

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
  /** On a phone below the other cells, under its label, instead of being hidden there. */
  stacked?: boolean;
  /** Shown only when it is chosen. */
  hidden?: boolean;
  /** Cannot be hidden. */
  required?: boolean;
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
  /** Index of the active row, which arrow keys move. */
  active?: number;
  onActive?: (index: number) => void;
  /** Called by Enter on the active row. */
  onOpen?: (index: number) => void;
  /** Adds a checkbox to each row; the table becomes a grid for screen readers. */
  selection?: Selection;
  /** Chosen columns, widths and density. */
  layout?: LayoutControl;
  /** True while the rows belong to the previous query. */
  outdated?: boolean;
  /** Reuses row elements by position; only where cells have no state of their own. */
  reuseRows?: boolean;
  /** Lines of text in most rows, for what is shown while they are loading. */
  rowLines?: number;
};

const none: readonly string[] = [];

export function DataTable<Row extends object>(props: Props<Row>) {
  const { label, rows, rowKey, active = -1, selection, outdated = false } = props;
  const { layout = defaultLayout } = props.layout ?? {};
  const columns = useMemo(() => shownColumns(props.columns, layout), [props.columns, layout]);
  const data = useStagedRows(rows, props.reuseRows === true);
  const dimmed = useDelayed(outdated, dimAfterMs);
  const body = useRef<HTMLTableSectionElement>(null);
  const ids = useMemo(() => rows?.map(rowKey) ?? none, [rows, rowKey]);
  const { onActive, onOpen } = props;
  const handlers = useRowSelection({ ids, selection, active, onActive, onOpen });
  useFocusedRow(body, selection ? active : -1);
  return (
    <ScrollRegion label={label}>
      <table
        className={styles.table}
        {...(selection && { role: 'grid', 'aria-multiselectable': true })}
        aria-label={label}
        aria-busy={rows === undefined || outdated}
        data-dimmed={dimmed || undefined}
        data-compact={layout.compact || undefined}
        data-stacks={columns.some(({ place }) => place !== undefined) || undefined}
        data-resized={Object.keys(layout.widths).length > 0 || undefined}
      >
        <thead className={styles.head}>
          <TableHead
            columns={columns}
            sort={props.sort}
            onSort={props.onSort}
            ids={selection && ids}
            selection={selection}
            layout={props.layout}
          />
        </thead>
        <tbody ref={body} {...handlers}>
          {rows === undefined && (
            <RowSkeletons columns={columns} selectable={!!selection} lines={props.rowLines} />
          )}
          {data.map((row, index) => {
            const id = rowKey(row);
            return (
              <TableRow
                key={props.reuseRows ? index : id}
                id={id}
                row={row}
                index={index}
                active={index === active}
                selected={selection?.selected.has(id)}
                tabStop={index === Math.max(active, 0)}
                columns={columns}
              />
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/**
 * Scrolls only if the table is too wide, because the head stays visible in the page otherwise; it is a
 * landmark only then.
 */
function ScrollRegion({ label, children }: { label: string; children: ReactNode }) {
  const region = useRef<HTMLElement>(null);
  const overflows = useOverflow(region);
  return (
    <section
      ref={region}
      aria-label={overflows ? label : undefined}
      className={styles.region}
      data-overflows={overflows || undefined}
      tabIndex={overflows ? 0 : undefined}
    >
      {children}
    </section>
  );
}

/** Whether the table is wider than its region. */
function useOverflow(region: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = region.current;
    const table = element?.querySelector('table');
    if (!element || !table) return undefined;
    const observer = new ResizeObserver(() =>
      setOverflows(table.offsetWidth > element.clientWidth + 1),
    );
    observer.observe(element);
    observer.observe(table);
    return () => observer.disconnect();
  }, [region]);
  return overflows;
}

/** Arrow keys outside of the table move the focus into it, unless another element has it. */
function useFocusedRow(body: RefObject<HTMLTableSectionElement | null>, active: number): void {
  useEffect(() => {
    if (active < 0 || document.activeElement !== document.body) return;
    body.current?.querySelectorAll<HTMLElement>('tr[data-row]')[active]?.focus();
  }, [body, active]);
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

const rangeText = (offset: number, last: number, total: number, noun: string) =>
  offset === 0 && last === total
    ? texts.pages.all(total, noun)
    : texts.pages.shown(Math.min(offset + 1, total), last, total, noun);

type PagesProps = {
  total: number;
  limit: number;
  offset: number;
  onOffset: (offset: number) => void;
  /** Plural of the items: `flags`. */
  noun: string;
};

/** `51–100 of 2,345 flags`, with links to the other pages; `7 flags` without others. */
export const Pages = memo(({ total, limit, offset, onOffset, noun }: PagesProps) => {
  const last = Math.min(offset + limit, total);
  return (
    <Group justify="space-between" mt="sm">
      <Text size="sm" c="dimmed" aria-live="polite">
        {total === 0 ? texts.pages.none(noun) : rangeText(offset, last, total, noun)}
      </Text>
      {total > limit && (
        <Box component="nav" aria-label={texts.pages.label}>
          <Pagination
            size="sm"
            total={Math.ceil(total / limit)}
            value={Math.floor(offset / limit) + 1}
            onChange={(page) => onOffset((page - 1) * limit)}
            getControlProps={(control) => ({ 'aria-label': texts.pages[control] })}
            getItemProps={(page) => ({ 'aria-label': texts.pages.page(page) })}
          />
        </Box>
      )}
    </Group>
  );
});
