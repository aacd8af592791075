import { useState } from 'react';
import { type Column, DataTable, Pages } from '../../ui/data-table.tsx';

const pageSize = 25;

type Props<Row> = {
  label: string;
  /** Plural of the rows. */
  noun: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
};

/** A table of rows that are loaded already, in pages if they are many. */
export function PagedTable<Row extends object>({ noun, rows, ...table }: Props<Row>) {
  const [chosen, setOffset] = useState(0);
  const offset = chosen < rows.length ? chosen : 0;
  return (
    <>
      <DataTable {...table} rows={rows.slice(offset, offset + pageSize)} />
      {rows.length > pageSize && (
        <Pages
          noun={noun}
          total={rows.length}
          limit={pageSize}
          offset={offset}
          onOffset={setOffset}
        />
      )}
    </>
  );
}
