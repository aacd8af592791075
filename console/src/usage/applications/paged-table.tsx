import { Group } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { type Column, DataTable, Pages } from '../../ui/data-table.tsx';
import type { Selection } from '../../ui/row-selection.ts';
import type { LayoutControl } from '../../ui/table-layout.ts';

const TableOptions = lazy(() => import('../../ui/table-options.tsx'));

const pageSize = 25;

type Props<Row> = {
  label: string;
  /** Plural of the rows. */
  noun: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** With it, columns and density can be chosen. */
  layout?: LayoutControl;
  active?: number;
  onActive?: (index: number) => void;
  selection?: Selection;
};

/** A table of rows that are loaded already, in pages if they are many. */
export function PagedTable<Row extends object>({ noun, rows, layout, ...table }: Props<Row>) {
  const [chosen, setOffset] = useState(0);
  const offset = chosen < rows.length ? chosen : 0;
  return (
    <>
      {layout && rows.length > 1 && (
        <Group justify="flex-end" mb="xs">
          <Suspense>
            <TableOptions columns={table.columns} control={layout} />
          </Suspense>
        </Group>
      )}
      <DataTable
        {...table}
        rows={rows.slice(offset, offset + pageSize)}
        {...(layout ? { layout } : {})}
      />
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
