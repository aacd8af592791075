import type { Event } from '../../audit/event-log/schema.ts';
import { spansOf } from '../../events/catalogue/markdown.ts';

/** The summary of an event for each target, with links to the console. */

type Link = (text: string, url: string) => string;
type Style = { escape: (text: string) => string; bold: (text: string) => string; link: Link };

const slack: Style = {
  escape: (text) => text.replace(/[&<>]/g, (it) => ({ '&': '&amp;', '<': '&lt;' })[it] ?? '&gt;'),
  bold: (text) => `*${text}*`,
  link: (text, url) => `<${url}|${text.replaceAll('|', '¦')}>`,
};

const markdown: Style = {
  escape: (text) => text.replace(/[\\`*_[\]()<>!~|#>-]/g, '\\$&'),
  bold: (text) => `**${text}**`,
  link: (text, url) => `[${text}](${url})`,
};

const plain: Style = { escape: (text) => text, bold: (text) => text, link: (text) => text };

export const styles = { slack, markdown, plain };

export function summaryOf(event: Event, style: keyof typeof styles, baseUrl: string): string {
  const { escape: escaped, bold, link } = styles[style];
  return spansOf(event.summary ?? event.type)
    .map((span) => {
      const text = escaped(span.text);
      const linked = span.path === undefined ? text : link(text, baseUrl + span.path);
      return span.bold ? bold(linked) : linked;
    })
    .join('');
}

/** Discord accepts at most 2048 characters. */
const linkMax = 2000;

/** The page of the flag or the project of an event; otherwise the console. */
export function linkOf({ project, featureName }: Event, baseUrl: string): string {
  const names = featureName === null ? [project] : [project, 'features', featureName];
  const page = `${baseUrl}/projects/${names.map((name) => encodeURIComponent(name ?? '')).join('/')}`;
  return project === null || page.length > linkMax ? baseUrl : page;
}

const linesMax = 20;
const valueMax = 200;

/** The members that differ, one per line: `- rollout: 10` and `+ rollout: 50`. */
export function diffOf({ data, preData }: Event): string {
  if (data === null || preData === null) return '';
  const [before, after] = [jsonMembers(preData), jsonMembers(data)];
  const lines = [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .flatMap((name) => [...line('-', name, before.get(name)), ...line('+', name, after.get(name))]);
  const more = lines.length - linesMax;
  return [...lines.slice(0, linesMax), ...(more > 0 ? [`… ${more} more lines`] : [])].join('\n');
}

const jsonMembers = (value: object): Map<string, string> =>
  new Map(Object.entries(value).map(([name, it]) => [name, JSON.stringify(it)]));

const line = (sign: string, name: string, value: string | undefined): string[] =>
  value === undefined ? [] : [`${sign} ${clip(name, valueMax)}: ${clip(value, valueMax)}`];

/** At most so many UTF-16 units, without half a character at the end. */
export const clip = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
