import { type ReactNode, Suspense, useState } from 'react';

type Bulk<Row> = (list: {
  selected: readonly Row[];
  /** Those that match the filter. */
  all: readonly Row[];
  onSelect: (keys: readonly string[]) => void;
}) => ReactNode;

type Props<Row> = {
  rowKey: (row: Row) => string;
  /** What can be done with selected rows. */
  bulk?: Bulk<Row>;
};

export type BulkProps<Row> = Pick<Props<Row>, 'bulk'>;

const none: ReadonlySet<string> = new Set();

/** The selection of a list that is loaded completely; rows that the filter hides are not part of it. */
export function useBulkRows<Row>({ rowKey, bulk }: Props<Row>, rows: readonly Row[] = []) {
  const [chosen, setChosen] = useState(none);
  const [active, onActive] = useState(-1);
  if (!bulk) return {};
  const selected = rows.filter((row) => chosen.has(rowKey(row)));
  return {
    table: {
      active,
      onActive,
      selection: { selected: new Set(selected.map(rowKey)), onSelect: setChosen },
    },
    bar: selected.length > 0 && (
      <Suspense>
        {bulk({ selected, all: rows, onSelect: (keys) => setChosen(new Set(keys)) })}
      </Suspense>
    ),
  };
}
