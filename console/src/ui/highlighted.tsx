/** Highlights every match of the query, ignoring case. */
export function Highlighted({ text, query }: { text: string; query: string | undefined }) {
  const parts = splitAt(text, query?.trim() ?? '');
  return parts.map(({ part, found, at }) => (found ? <mark key={at}>{part}</mark> : part));
}

type Part = { part: string; found: boolean; at: number };

/** Splits the text into matches and the text between them. */
export function splitAt(text: string, query: string): Part[] {
  if (query === '') return [{ part: text, found: false, at: 0 }];
  const pattern = new RegExp(query.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'gi');
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: part, index } of text.matchAll(pattern)) {
    if (index > from) parts.push({ part: text.slice(from, index), found: false, at: from });
    parts.push({ part, found: true, at: index });
    from = index + part.length;
  }
  if (from < text.length) parts.push({ part: text.slice(from), found: false, at: from });
  return parts;
}
