import type { LoggedEvent } from './api.ts';

type Excerpt = { path: string; text: string };

const contextLength = 48;

/** Where the texts occur in an event: the first few members, shortened. */
export function excerptsOf(
  event: LoggedEvent,
  texts: readonly string[] | undefined,
  max = 3,
): Excerpt[] {
  const found = (texts ?? []).flatMap((text) => excerptsWith(event, text.trim().toLowerCase()));
  const distinct = new Map(found.map((each) => [`${each.path}\n${each.text}`, each]));
  return [...distinct.values()].slice(0, max);
}

function excerptsWith(event: LoggedEvent, term: string): Excerpt[] {
  // The summary already shows the match.
  if (term === '' || event.summary?.toLowerCase().includes(term)) return [];
  const found = [event.data, event.preData].flatMap((payload) =>
    leavesOf(payload).filter(({ path, text }) => `${path}\n${text}`.toLowerCase().includes(term)),
  );
  return found.map(({ path, text }) => ({ path, text: cut(text, term) }));
}

/** The path and text of every scalar value. */
function leavesOf(value: unknown, path = ''): Excerpt[] {
  if (typeof value !== 'object' || value === null) return [{ path, text: String(value) }];
  return Object.entries(value).flatMap(([key, member]) => leavesOf(member, `${path}/${key}`));
}

function cut(text: string, term: string): string {
  const at = text.toLowerCase().indexOf(term);
  const from = Math.max(0, at - contextLength);
  const to = at < 0 ? 2 * contextLength : at + term.length + contextLength;
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}
