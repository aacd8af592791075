/** The plain form and the HTML form of an e-mail have the same content. */
export type MailContent = {
  subject: string;
  paragraphs: readonly string[];
  link: { label: string; url: string };
  /** Below the link, for readers who did not expect the e-mail. */
  note: string;
};

export type Mail = MailContent & {
  /** The same for each attempt, so that receivers can find duplicates. */
  id: string;
  /** All recipients see all addresses. */
  to: readonly string[];
};

export const textOf = ({ paragraphs, link, note }: MailContent): string =>
  [...paragraphs, `${link.label}:\n${link.url}`, note].join('\n\n');

/** Without images and styles of other servers. */
export function htmlOf({ subject, paragraphs, link, note }: MailContent): string {
  const paragraph = (html: string) => `<p>${html}</p>`;
  const href = escapeHtml(link.url);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="font-family: sans-serif; line-height: 1.5; max-width: 36em">',
    ...paragraphs.map((text) => paragraph(escapeHtml(text))),
    paragraph(`<a href="${href}">${escapeHtml(link.label)}</a>`),
    paragraph(`<small>${href}</small>`),
    paragraph(`<small>${escapeHtml(note)}</small>`),
    '</body></html>',
  ].join('\n');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (it) => entities[it] ?? it);
