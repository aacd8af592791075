type Props = { text: string; texts?: readonly string[] | undefined };

/** Highlights every match of the texts, ignoring case. */
export function Highlighted({ text, texts = [] }: Props) {
  const parts = splitAt(text, texts);
  return parts.map(({ part, found, at }) => (found ? <mark key={at}>{part}</mark> : part));
}

type Part = { part: string; found: boolean; at: number };

/** Splits the text into matches and the text between them. */
export function splitAt(text: string, texts: readonly string[]): Part[] {
  const sought = texts.map((each) => each.trim()).filter((each) => each !== '');
  if (sought.length === 0) return [{ part: text, found: false, at: 0 }];
  const escaped = sought.map((each) => each.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  const pattern = new RegExp(escaped.join('|'), 'gi');
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
