import { type CSSProperties, memo, type ReactNode } from 'react';
import { ColumnEdge } from './column-edge.tsx';
import type { Column, Sort } from './data-table.tsx';
import { DownIcon, UpIcon } from './icons.tsx';
import { usePlainLink } from './plain-link.ts';
import styles from './row.module.css';
import type { Selection } from './row-selection.ts';
import type { LayoutControl, PlacedColumn } from './table-layout.ts';
import { texts } from './texts.ts';

type RowProps<Row> = {
  id: string;
  row: Row;
  index: number;
  active: boolean;
  /** Undefined where rows cannot be selected. */
  selected: boolean | undefined;
  /** Whether Tab reaches the row; arrow keys reach the others. */
  tabStop: boolean;
  columns: readonly PlacedColumn<Row>[];
};

function PlainRow<Row>({ id, row, index, active, selected, tabStop, columns }: RowProps<Row>) {
  const selectable = selected !== undefined;
  return (
    <tr
      className={styles.row}
      data-row={id}
      aria-current={active ? 'true' : undefined}
      aria-selected={selected}
      tabIndex={selectable ? (tabStop ? 0 : -1) : undefined}
    >
      {selectable && (
        <td className={styles.selectCell}>
          <input
            type="checkbox"
            data-select
            className={styles.checkbox}
            aria-label={texts.table.select(id)}
            checked={selected}
            // The table handles the click, which has the state of the Shift key.
            readOnly
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} {...cellProps(column)}>
          {column.cell(row, index)}
        </td>
      ))}
    </tr>
  );
}

type Cell = Pick<PlacedColumn<never>, 'align' | 'visibleFrom' | 'place' | 'label' | 'required'>;

/** How a cell is placed; a stacked one has its label, because a phone does not show its head. */
export const cellProps = ({ align, visibleFrom, place, label, required }: Cell) =>
  place === undefined
    ? {
        className: classOf(styles.cell, visibleFrom),
        style: align && { textAlign: align },
        'data-main': required,
      }
    : {
        className: styles.cell,
        style: { textAlign: align, '--place': place + 3 } as CSSProperties,
        'data-label': label,
      };

/** Rendered again only when its props change. */
export const TableRow = memo(PlainRow) as typeof PlainRow;

type HeadProps<Row> = {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
  /** The rows of the page, where they can be selected. */
  ids: readonly string[] | undefined;
  selection: Selection | undefined;
  layout: LayoutControl | undefined;
};

function PlainHead<Row>({ columns, sort, onSort, ids, selection, layout }: HeadProps<Row>) {
  return (
    <tr className={styles.headRow}>
      {selection && <SelectAll ids={ids ?? []} selection={selection} />}
      {columns.map((column) => (
        <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} layout={layout} />
      ))}
    </tr>
  );
}

export const TableHead = memo(PlainHead) as typeof PlainHead;

function SelectAll({ ids, selection }: { ids: readonly string[]; selection: Selection }) {
  const { selected, onSelect } = selection;
  const count = ids.filter((id) => selected.has(id)).length;
  const all = count > 0 && count === ids.length;
  return (
    <th scope="col" className={styles.selectCell} aria-label={texts.table.selected}>
      <input
        type="checkbox"
        className={styles.checkbox}
        aria-label={texts.table.selectAll}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !all;
        }}
        checked={all}
        disabled={ids.length === 0}
        onChange={() =>
          onSelect(
            all
              ? new Set([...selected].filter((id) => !ids.includes(id)))
              : new Set([...selected, ...ids]),
          )
        }
      />
    </th>
  );
}

type HeadCellProps<Row> = Pick<HeadProps<Row>, 'sort' | 'onSort' | 'layout'> & {
  column: Column<Row>;
};

function HeadCell<Row>({ column, sort, onSort, layout }: HeadCellProps<Row>) {
  const { id, sortBy, header, label, align, width, visibleFrom } = column;
  const sorted = sortBy !== undefined && sort?.by === sortBy ? sort.order : undefined;
  const chosen = layout?.layout.widths[id];
  const name = label ?? (typeof header === 'string' ? header : undefined);
  return (
    <th
      scope="col"
      data-column={id}
      className={classOf(styles.headCell, visibleFrom)}
      style={
        chosen === undefined
          ? { textAlign: align, width }
          : ({ textAlign: align, '--column-width': `${chosen}px` } as CSSProperties)
      }
      aria-label={layout ? name : label}
      aria-sort={sorted && (sorted === 'asc' ? 'ascending' : 'descending')}
    >
      {sortBy !== undefined && onSort ? (
        <button
          type="button"
          className={styles.sort}
          onClick={() => onSort({ by: sortBy, order: sorted === 'asc' ? 'desc' : 'asc' })}
        >
          {header}
          {sorted === 'asc' && <UpIcon size={14} />}
          {sorted === 'desc' && <DownIcon size={14} />}
        </button>
      ) : (
        header
      )}
      {layout && name && <ColumnEdge id={id} name={name} control={layout} />}
    </th>
  );
}

/** Hides a cell in narrower windows. */
export const classOf = (name: string | undefined, visibleFrom: string | undefined) =>
  visibleFrom ? `${name} mantine-visible-from-${visibleFrom}` : name;

type LinkProps = {
  to: string;
  strong?: boolean;
  /** The tooltip. */
  hint?: string;
  children: ReactNode;
};

export function RowLink({ to, strong = false, hint, children }: LinkProps) {
  return (
    <a className={styles.link} data-strong={strong || undefined} title={hint} {...usePlainLink(to)}>
      {children}
    </a>
  );
}

/** The name of an item with its notes; one line in a compact table. */
export const RowNamed = ({ children }: { children: ReactNode }) => (
  <div className={styles.named}>{children}</div>
);

type LineProps = {
  children: ReactNode;
  /** All items as text, and how a compact table counts those after the first, the only one shown. */
  all?: string;
  rest?: string;
};

/** Items side by side, wrapping. */
export const RowLine = ({ children, all, rest }: LineProps) => (
  <div className={styles.line} title={all} data-rest={rest}>
    {children}
  </div>
);

/** One line of small, dimmed text. */
export const RowNote = ({ children }: { children: ReactNode }) => (
  <div className={`${styles.dimmed} ${styles.clamped}`}>{children}</div>
);

export type BadgeColour = 'gray' | 'yellow' | 'orange' | 'grape';
export type DotColour = 'gray' | 'blue' | 'cyan' | 'teal' | 'yellow' | 'orange';

type BadgeProps = {
  children: string;
  colour?: BadgeColour;
  /** A dot before the text. */
  dot?: DotColour;
  /** The tooltip. */
  hint?: string;
};

export const RowBadge = ({ children, colour, dot, hint }: BadgeProps) => (
  <span
    className={styles.mark}
    data-colour={colour}
    data-framed={colour === undefined || undefined}
    title={hint}
  >
    {dot && <span className={styles.dot} data-colour={dot} />}
    {children}
  </span>
);

type ClockProps = {
  label: string;
  faint: boolean;
  /** Where the focus of the keyboard has no other way to it. */
  focusable: boolean;
};

/** A small grey clock with an accessible description; without hands if `faint`. */
export const Clock = ({ label, faint, focusable }: ClockProps) => (
  <span
    className={styles.clock}
    tabIndex={focusable ? 0 : undefined}
    data-faint={faint || undefined}
    role="img"
    aria-label={label}
    title={label}
  />
);

type SwitchProps = {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Called before the switch is used: on hover and focus. */
  onIntent?: () => void;
};

export const RowSwitch = ({ label, checked, onChange, onIntent }: SwitchProps) => (
  <input
    type="checkbox"
    role="switch"
    className={styles.switch}
    aria-label={label}
    checked={checked}
    aria-checked={checked}
    onPointerEnter={onIntent}
    onFocus={onIntent}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
);

/** The state of a switch, for callers who may not use it. */
export const RowState = ({ on }: { on: boolean }) => (
  <span className={styles.state} data-on={on || undefined}>
    {on ? texts.common.on : texts.common.off}
  </span>
);

type StarProps = { label: string; pressed: boolean; onClick: () => void; children: ReactNode };

export const StarButton = ({ label, pressed, onClick, children }: StarProps) => (
  <button
    type="button"
    className={styles.star}
    aria-label={label}
    aria-pressed={pressed}
    onClick={onClick}
  >
    {children}
  </button>
);
