/** `2026-01-31T09:30` in the time of the browser, as inputs want it; empty where there is none. */
export function toLocal(moment: string): string {
  const time = Date.parse(moment);
  if (Number.isNaN(time)) return '';
  const shift = new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - shift).toISOString().slice(0, 16);
}

/** The moment that an input means, as the API wants it; empty where nothing is chosen. */
export function fromLocal(text: string): string {
  const time = new Date(text.replace(' ', 'T')).getTime();
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}
