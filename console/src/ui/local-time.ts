/**
 * `2026-01-31T09:30` in the browser's time zone, for inputs, or with seconds; empty for an invalid
 * time.
 */
export function toLocal(moment: string, unit: 'minutes' | 'seconds' = 'minutes'): string {
  const time = Date.parse(moment);
  if (Number.isNaN(time)) return '';
  const offset = new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - offset).toISOString().slice(0, unit === 'minutes' ? 16 : 19);
}

/** The time of an input in UTC, for the API; empty when nothing is selected. */
export function fromLocal(text: string): string {
  const time = new Date(text.replace(' ', 'T')).getTime();
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}
