/** A line of a CSV file, with its line end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(value: string): string {
  const text = escapeFormula(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** As in the export of events: spreadsheets evaluate text that starts like a formula. */
const escapeFormula = (text: string) => (/^'*[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);
