import { saveAs } from './save-as.ts';

/** Without the byte-order mark, spreadsheets do not read the file as UTF-8. */
export const saveCsv = (name: string, lines: readonly string[]): void =>
  saveAs(`${name}.csv`, 'text/csv;charset=utf-8', ['\uFEFF', ...lines]);

/** Of a cell with several values; their names may have spaces. */
export const csvList = (values: readonly string[]): string => values.join(', ');

/** A line of a CSV file, with its line end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(value: string): string {
  const text = escapeFormula(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** As in the export of events: spreadsheets evaluate text that starts like a formula. */
const escapeFormula = (text: string) => (/^'*[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);
