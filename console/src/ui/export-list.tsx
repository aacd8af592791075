import { Button } from '@mantine/core';
import { csvLine, saveCsv } from './csv.ts';
import { DownloadIcon } from './icons.tsx';
import type { ListColumn } from './list-view.ts';
import { type LayoutControl, shownColumns } from './table-layout.ts';
import { texts } from './texts.ts';

type Props<Row> = {
  /** Of the file. */
  name: string;
  columns: readonly ListColumn<Row>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  nameOf: (row: Row) => string;
  control: LayoutControl;
};

/** Downloads all rows that match, with the chosen columns that have a text. */
export function ExportList<Row>({ name, columns, rows = [], nameOf, control }: Props<Row>) {
  const save = () => {
    const shown = shownColumns(columns, control.layout)
      .map((column) => [titleOf(column), ...rows.map(textOf(column, nameOf))])
      .filter(([, ...cells]) => cells.some((cell) => cell !== undefined));
    const lines = [undefined, ...rows].map((_, line) => shown.map((cells) => cells[line] ?? ''));
    saveCsv(name, lines.map(csvLine));
  };
  return (
    <Button
      size="xs"
      variant="subtle"
      color="gray"
      leftSection={<DownloadIcon size={14} />}
      disabled={rows.length === 0}
      onClick={save}
    >
      {texts.table.exportCsv}
    </Button>
  );
}

const titleOf = ({ header, label }: Pick<ListColumn<never>, 'header' | 'label'>) =>
  typeof header === 'string' ? header : (label ?? '');

/** Undefined for a cell that has only elements. */
const textOf =
  <Row,>({ id, value, text, cell }: ListColumn<Row>, nameOf: (row: Row) => string) =>
  (row: Row): string | undefined => {
    const written = text?.(row) ?? value?.(row);
    if (written !== undefined || id === 'name') return String(written ?? nameOf(row));
    const shown = cell(row, 0);
    return typeof shown === 'string' || typeof shown === 'number' ? String(shown) : undefined;
  };
