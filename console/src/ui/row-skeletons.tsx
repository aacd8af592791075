import { Skeleton } from '@mantine/core';
import type { CSSProperties } from 'react';
import styles from './row.module.css';
import { cellProps } from './row.tsx';
import { widthOf } from './skeletons.tsx';
import type { PlacedColumn } from './table-layout.ts';

type Props = {
  columns: readonly PlacedColumn<never>[];
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
      {columns.map((each, column) => (
        <td key={each.id} {...cellProps(each)}>
          <div className={styles.placeholder} style={{ '--lines': lines } as CSSProperties}>
            <Skeleton height={10} width={widthOf(row + column)} />
          </div>
        </td>
      ))}
    </tr>
  ));
}
