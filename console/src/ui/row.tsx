import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, memo, type ReactNode } from 'react';
import type { Column } from './data-table.tsx';
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
          className={
            visibleFrom ? `${styles.cell} mantine-visible-from-${visibleFrom}` : styles.cell
          }
          style={align && { textAlign: align }}
        >
          {cell(row, index)}
        </td>
      ))}
    </tr>
  );
}

/** Drawn again only when what it says has changed. */
export const TableRow = memo(PlainRow) as typeof PlainRow;

type LinkProps = { to: string; strong?: boolean; children: ReactNode };

/** A link in a row; unlike the router's own it does not follow the address. */
export function RowLink({ to, strong = false, children }: LinkProps) {
  const router = useRouter();
  const follow = (event: MouseEvent) => {
    const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    event.preventDefault();
    void router.navigate({ href: to });
  };
  return (
    <a
      className={styles.link}
      data-strong={strong || undefined}
      // From the root of the console, which <base> names.
      href={to.slice(1)}
      onClick={follow}
      onPointerEnter={() => void router.preloadRoute({ to })}
    >
      {children}
    </a>
  );
}

/** Things side by side, as many as fit. */
export const RowLine = ({ children }: { children: ReactNode }) => (
  <div className={styles.line}>{children}</div>
);

/** Smaller and paler, of one line at most. */
export const RowNote = ({ children }: { children: ReactNode }) => (
  <div className={`${styles.dimmed} ${styles.clamped}`}>{children}</div>
);

export type MarkColour = 'gray' | 'yellow' | 'orange' | 'grape';
export type DotColour = 'none' | 'gray' | 'blue' | 'cyan' | 'teal' | 'yellow' | 'orange';

type MarkProps = {
  children: string;
  colour?: MarkColour;
  /** A dot before the text. */
  dot?: DotColour;
  /** What it means, on hover. */
  why?: string;
};

/** A word or two about a thing. */
export const Mark = ({ children, colour, dot, why }: MarkProps) => (
  <span
    className={styles.mark}
    data-colour={colour}
    data-framed={colour === undefined || undefined}
    title={why}
  >
    {dot && <span className={styles.dot} data-colour={dot} />}
    {children}
  </span>
);

/** A dot that says something at a glance, and in words to who points at it or listens. */
export const Dot = ({ colour, says }: { colour: DotColour; says: string }) => (
  <span className={styles.dot} data-colour={colour} role="img" aria-label={says} title={says} />
);

type SwitchProps = {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** When it is about to be used. */
  onApproach: () => void;
};

export const RowSwitch = ({ label, checked, onChange, onApproach }: SwitchProps) => (
  <input
    type="checkbox"
    role="switch"
    className={styles.switch}
    aria-label={label}
    checked={checked}
    aria-checked={checked}
    onPointerEnter={onApproach}
    onFocus={onApproach}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
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
