/** Text of one style; `href` is a path of this server. */
export type Span = { text: string; bold: boolean; href?: string };

const token = /\\(.)|(\*\*)|\[((?:\\.|[^\]\\])*)\]\(((?:\\.|[^)\\])*)\)|([^\\*[]+|[\s\S])/gu;

/** Parses the markdown of summaries: bold text and local links; everything else is text. */
export function markdownSpans(markdown: string): Span[] {
  const spans: Span[] = [];
  let bold = false;
  const add = (text: string, href?: string) => {
    const last = spans.at(-1);
    if (last && last.bold === bold && last.href === undefined && href === undefined) {
      last.text += text;
    } else spans.push({ text, bold, ...(href === undefined ? {} : { href }) });
  };
  for (const [match, escaped, stars, label, target, plain] of markdown.matchAll(token)) {
    if (stars !== undefined) bold = !bold;
    else if (label !== undefined && target !== undefined) {
      const href = unescaped(target);
      // Only local links are allowed.
      if (/^\/(?![/\\])/.test(href)) add(unescaped(label), href);
      else add(unescaped(match));
    } else add(escaped ?? plain ?? match);
  }
  return spans;
}

export const plainText = (markdown: string): string =>
  markdownSpans(markdown)
    .map(({ text }) => text)
    .join('');

const unescaped = (text: string) => text.replaceAll(/\\(.)/gu, '$1');
