const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

/** A value as it is written after a key. */
export const writtenValue = (text: string): string =>
  /^[^\s"()<>]+$/.test(text) && !text.endsWith('*') ? text : quoted(text);

/** A text as it is written in a query. */
export const writtenText = (text: string): string =>
  /^[^\s"():-][^\s"():]*$/.test(text) && !/^(or|and)$/i.test(text) ? text : quoted(text);
