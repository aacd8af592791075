import { tokensOf, withoutSort } from '../../search/query-box/tokens.ts';
import { writtenValue } from '../../search/query-box/written.ts';
import { parseFilter } from '../../ui/set-filter.ts';
import type { View } from './api.ts';

export type ViewParams = Readonly<Partial<Record<string, string | string[] | undefined>>>;

/** How a filter is written as terms of the query. */
type Translate = (value: string | string[]) => string;

const flagTerms: Readonly<Record<string, Translate>> = {
  project: terms('project'),
  type: terms('type'),
  state: terms('is'),
  tag: terms('tag'),
  segment: terms('segment'),
  createdBy: terms('by'),
  lifecycle: terms('stage'),
  status: (values) => alternatives([values].flat().map(switchTerm)),
  createdAt: dayTerm('created'),
  lastSeenAt: dayTerm('lastSeen'),
  favorite: (value) => (isYes(value) ? 'is:favorite' : '-is:favorite'),
  // Without the term, archived flags are not found.
  archived: (value) => (isYes(value) ? 'is:archived' : ''),
};

const eventTerms: Readonly<Record<string, Translate>> = {
  project: terms('project'),
  feature: terms('flag'),
  type: terms('type'),
  createdBy: terms('by'),
  environment: terms('env'),
  tag: terms('tag'),
  from: terms('since'),
  to: terms('until'),
};

/** The query and the filters of a page as one query, in this order. */
export function viewQueryOf(
  kind: View['kind'],
  params: ViewParams,
  sort: string | undefined,
): string {
  const { q } = params as { q?: string };
  const base = withoutSort(q)?.trim() ?? '';
  const filters = Object.entries(kind === 'flags' ? flagTerms : eventTerms).map(
    ([name, translate]) => {
      const value = params[name];
      return value === undefined ? '' : translate(value);
    },
  );
  const others = filters.filter((part) => part !== '');
  const grouped = others.length > 0 && hasAlternatives(base) ? `(${base})` : base;
  return [grouped, ...others, sort ?? ''].filter((part) => part !== '').join(' ');
}

const hasAlternatives = (q: string) =>
  tokensOf(q).some(({ kind, start }) => kind === 'keyword' && /o/i.test(q[start] ?? ''));

function terms(key: string): Translate {
  return (value) => {
    const { operator, values } = parseFilter(String(value)) ?? { operator: 'IS', values: [] };
    const written = values.map((each) => `${key}:${writtenValue(each)}`);
    if (operator === 'INCLUDE_ALL_OF') return written.join(' ');
    if (operator === 'EXCLUDE_ALL') return `-(${written.join(' ')})`;
    const negative = /NOT|NONE|EXCLUDE/.test(operator);
    return negative ? written.map((each) => `-${each}`).join(' ') : alternatives(written);
  };
}

const alternatives = (written: readonly string[]) =>
  written.length > 1 ? `(${written.join(' or ')})` : (written[0] ?? '');

function switchTerm(status: string): string {
  const [, environment = '', state] = /^(.*):(\w+)$/s.exec(status) ?? [];
  return `env:${writtenValue(`${environment}=${state === 'enabled' ? 'on' : 'off'}`)}`;
}

function dayTerm(key: string): Translate {
  return (value) => {
    const { operator, values } = parseFilter(String(value)) ?? { operator: '', values: [] };
    return `${key}:${operator === 'IS_BEFORE' ? '<' : '>='}${values[0] ?? ''}`;
  };
}

const isYes = (value: string | string[]) => /(^|:)true$/.test(String(value));
