import { memo, type ReactNode } from 'react';
import type { Column, Sort } from './data-table.tsx';
import { DownIcon, UpIcon } from './icons.tsx';
import { usePlainLink } from './plain-link.ts';
import styles from './row.module.css';

type RowProps<Row> = {
  id: string;
  row: Row;
  index: number;
  active: boolean;
  columns: readonly Column<Row>[];
};

function PlainRow<Row>({ id, row, index, active, columns }: RowProps<Row>) {
  return (
    <tr className={styles.row} data-row={id} aria-current={active ? 'true' : undefined}>
      {columns.map(({ id: column, align, visibleFrom, cell }) => (
        <td
          key={column}
          className={classOf(styles.cell, visibleFrom)}
          style={align && { textAlign: align }}
        >
          {cell(row, index)}
        </td>
      ))}
    </tr>
  );
}

/** Rendered again only when its props change. */
export const TableRow = memo(PlainRow) as typeof PlainRow;

type HeadProps<Row> = {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
};

function PlainHead<Row>({ columns, sort, onSort }: HeadProps<Row>) {
  return (
    <tr className={styles.headRow}>
      {columns.map((column) => (
        <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
      ))}
    </tr>
  );
}

export const TableHead = memo(PlainHead) as typeof PlainHead;

type HeadCellProps<Row> = Omit<HeadProps<Row>, 'columns'> & { column: Column<Row> };

function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const { sortBy, header, label, align, width, visibleFrom } = column;
  const sorted = sortBy !== undefined && sort?.by === sortBy ? sort.order : undefined;
  return (
    <th
      scope="col"
      className={classOf(styles.headCell, visibleFrom)}
      style={{ textAlign: align, width }}
      aria-label={label}
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
    </th>
  );
}

const classOf = (name: string | undefined, visibleFrom: string | undefined) =>
  visibleFrom ? `${name} mantine-visible-from-${visibleFrom}` : name;

type LinkProps = { to: string; strong?: boolean; children: ReactNode };

export function RowLink({ to, strong = false, children }: LinkProps) {
  return (
    <a className={styles.link} data-strong={strong || undefined} {...usePlainLink(to)}>
      {children}
    </a>
  );
}

/** Items side by side, wrapping. */
export const RowLine = ({ children }: { children: ReactNode }) => (
  <div className={styles.line}>{children}</div>
);

/** One line of small, dimmed text. */
export const RowNote = ({ children }: { children: ReactNode }) => (
  <div className={`${styles.dimmed} ${styles.clamped}`}>{children}</div>
);

export type BadgeColour = 'gray' | 'yellow' | 'orange' | 'grape';
export type DotColour = 'none' | 'gray' | 'blue' | 'cyan' | 'teal' | 'yellow' | 'orange';

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

/** A coloured dot with an accessible description. */
export const Dot = ({ colour, label }: { colour: DotColour; label: string }) => (
  <span className={styles.dot} data-colour={colour} role="img" aria-label={label} title={label} />
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
    {on ? 'On' : 'Off'}
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
