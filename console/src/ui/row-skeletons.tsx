import { Skeleton } from '@mantine/core';
import type { CSSProperties } from 'react';
import styles from './row.module.css';
import { classOf } from './row.tsx';
import { widthOf } from './skeletons.tsx';

type Props = {
  columns: readonly { id: string; visibleFrom?: string }[];
  /** Whether a checkbox comes first. */
  selectable: boolean;
  /** Lines of text in a row. */
  lines: number | undefined;
};

const rows = [0, 1, 2, 3, 4, 5, 6, 7];

/** As high as the rows that replace them. */
export function RowSkeletons({ columns, selectable, lines = 1 }: Props) {
  return rows.map((row) => (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without tabIndex is not focusable.
    <tr key={row} aria-hidden="true" className={styles.row}>
      {selectable && <td className={styles.selectCell} />}
      {columns.map(({ id, visibleFrom }, column) => (
        <td key={id} className={classOf(styles.cell, visibleFrom)}>
          <div className={styles.placeholder} style={{ '--lines': lines } as CSSProperties}>
            <Skeleton height={10} width={widthOf(row + column)} />
          </div>
        </td>
      ))}
    </tr>
  ));
}
