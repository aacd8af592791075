import type { LoggedEvent } from './api.ts';

export type Excerpt = { path: string; text: string };

const around = 48;

/** Where the text occurs in an event: the first few members, shortened. */
export function excerptsOf(event: LoggedEvent, query: string | undefined, max = 3): Excerpt[] {
  const wanted = query?.trim().toLowerCase() ?? '';
  // The summary already shows the match.
  if (wanted === '' || event.summary?.toLowerCase().includes(wanted)) return [];
  const found = [event.data, event.preData].flatMap((payload) =>
    leavesOf(payload).filter(({ path, text }) => `${path}\n${text}`.toLowerCase().includes(wanted)),
  );
  const distinct = new Map(found.map((each) => [`${each.path}\n${each.text}`, each]));
  return [...distinct.values()]
    .slice(0, max)
    .map(({ path, text }) => ({ path, text: cut(text, wanted) }));
}

/** The path and text of every scalar value. */
function leavesOf(value: unknown, path = ''): Excerpt[] {
  if (typeof value !== 'object' || value === null) return [{ path, text: String(value) }];
  return Object.entries(value).flatMap(([key, member]) => leavesOf(member, `${path}/${key}`));
}

function cut(text: string, wanted: string): string {
  const at = text.toLowerCase().indexOf(wanted);
  const from = Math.max(0, at - around);
  const to = at < 0 ? 2 * around : at + wanted.length + around;
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}
