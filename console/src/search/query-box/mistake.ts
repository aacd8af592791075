import { ApiError } from '../../api.ts';
import { texts } from '../texts.ts';
import { termsOf } from './tokens.ts';
import { writtenValue } from './written.ts';

/** Replaces the query by one click. */
type Fix = { label: string; text: string };

/** Why the server refuses a query, and where. */
export type Mistake = { start: number; end: number; message: string; fixes: Fix[] };

export function isQueryMistake(error: unknown): boolean {
  return error instanceof ApiError && error.details.some(({ path }) => path === '/query/q');
}

const prefix = /^q, character \d+: /;
const suggestion = /^"(.*?)" is (?:unknown|not a value of .*?); did you mean "([^"<>]*)"\?/s;

export function mistakeIn(text: string, error: unknown): Mistake | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const detail = error.details.find(({ path }) => path === '/query/q');
  if (detail === undefined) return undefined;
  const problem = detail.message.replace(prefix, '');
  // The position counts characters, not UTF-16 units.
  const start = [...text].slice(0, (detail.position ?? 1) - 1).join('').length;
  const [, word, nearest] = suggestion.exec(problem) ?? [];
  const at = word === undefined ? -1 : text.indexOf(word, start);
  const end = at >= 0 && word ? at + word.length : wordEnd(text, start);
  const fixed =
    at >= 0 && nearest !== undefined ? text.slice(0, at) + nearest + text.slice(end) : undefined;
  return {
    start,
    end,
    message: sentence(problem, detail.position),
    fixes: [
      ...(fixed === undefined
        ? []
        : [{ label: texts.mistake.changeTo(nearest ?? ''), text: fixed }]),
      ...asText(text, start, problem),
    ],
  };
}

type NamedProject = { id: string; name: string };

const projectKeys = ['project', 'in'];

export const namesProject = (text: string): boolean =>
  termsOf(text).some(({ key = '' }) => projectKeys.includes(key));

/** A query has ids of projects, where people may write names; with any other value it finds nothing. */
export function projectMistakeIn(
  text: string,
  projects: readonly NamedProject[] | undefined,
): Mistake | undefined {
  if (projects === undefined) return undefined;
  for (const { key = '', value, valueStart: start, end } of termsOf(text)) {
    if (!projectKeys.includes(key) || projects.some(({ id }) => id === value)) continue;
    const meant = projects.filter((project) => isCalled(project, value));
    const fixes = meant.map(({ id }) => ({
      label: texts.mistake.changeTo(id),
      text: text.slice(0, start) + writtenValue(id) + text.slice(end),
    }));
    return { start, end, message: texts.mistake.noProject(value), fixes };
  }
  return undefined;
}

const isCalled = ({ id, name }: NamedProject, text: string) =>
  [id, name].some((each) => each.toLowerCase() === text.toLowerCase());

/** At the end of the text there is no word. */
const wordEnd = (text: string, start: number) =>
  start + (/^[^\s()]+|^[()]/.exec(text.slice(start))?.[0].length ?? 0);

function sentence(problem: string, position: number | undefined): string {
  const [fact = problem] = problem.split(/; did you mean | \(a text with a colon/);
  return texts.mistake.at(position ?? 1, fact.replace(/[.?]$/, ''));
}

/** An unknown key may be a text that contains a colon. */
function asText(text: string, start: number, problem: string): Fix[] {
  if (!problem.includes('a text with a colon needs quotes')) return [];
  const term = termsOf(text).find((each) => each.start === start);
  if (term === undefined || text.slice(start, term.end).includes('"')) return [];
  const quoted = `"${text.slice(start, term.end)}"`;
  return [
    {
      label: texts.mistake.searchFor(quoted),
      text: text.slice(0, start) + quoted + text.slice(term.end),
    },
  ];
}
