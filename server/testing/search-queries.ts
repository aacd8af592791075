import fc from 'fast-check';
import { tagTexts, type World } from './search.ts';

/** Random questions to flag search. */

export type Listed = { operator: string; values: string[] };
export type OnDay = { operator: string; day: string };

export type Asked = {
  words?: string[] | undefined;
  state?: Listed | undefined;
  type?: Listed | undefined;
  createdBy?: Listed | undefined;
  lifecycle?: Listed | undefined;
  tag?: Listed | undefined;
  segment?: Listed | undefined;
  status?: string[] | undefined;
  favorite?: boolean | undefined;
  archived?: boolean | undefined;
  createdAt?: OnDay | undefined;
  lastSeenAt?: OnDay | undefined;
  sortBy: string;
  descending: boolean;
  favoritesFirst: boolean;
  limit: number;
  byCursor: boolean;
  asNobody: boolean;
  alsoPastTheEnd: boolean;
  /** Always some of the world's own, for a database holds several worlds. */
  projects: string[];
};

const setOperators = ['IS', 'IS_NOT', 'IS_ANY_OF', 'IS_NONE_OF'];
const labelOperators = [
  'INCLUDE',
  'DO_NOT_INCLUDE',
  'INCLUDE_ALL_OF',
  'INCLUDE_ANY_OF',
  'EXCLUDE_IF_ANY_OF',
  'EXCLUDE_ALL',
];

const listed = (operators: readonly string[], values: readonly string[]) =>
  fc.record({
    operator: fc.constantFrom(...operators),
    values: fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }),
  });

/** Seldom enough that a question has about two filters and most find something. */
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 5 }, { arbitrary, weight: 1 });

const onDay = fc.record({
  operator: fc.constantFrom('IS_BEFORE', 'IS_ON_OR_AFTER'),
  day: fc.integer({ min: 0, max: 90 }).map((days) => {
    const moment = new Date(Date.now() - days * 86_400_000).toISOString();
    return `${moment.slice(0, 10)}T00:00:00.000Z`;
  }),
});

/** A piece of a name or a tag in either case, or something that nothing contains. */
const word = ({ flags }: World) =>
  fc
    .tuple(
      fc.constantFrom(...flags.map(({ name }) => name), ...tagTexts, 'nowhere', '%', '_', '\\'),
      fc.nat({ max: 10 }),
      fc.integer({ min: 1, max: 6 }),
      fc.boolean(),
    )
    .map(([text, start, length, upper]) => {
      const piece =
        text
          .replaceAll(',', '')
          .slice(start, start + length)
          .trim() || 'a';
      return upper ? piece.toUpperCase() : piece;
    });

export const asked = (world: World): fc.Arbitrary<Asked> =>
  fc.record({
    words: sometimes(fc.array(word(world), { minLength: 1, maxLength: 2 })),
    state: sometimes(listed(setOperators, ['active', 'stale', 'potentially-stale'])),
    type: sometimes(listed(setOperators, ['release', 'experiment', 'kill-switch', 'none'])),
    createdBy: sometimes(
      listed(setOperators, [
        ...world.people.map(({ id }) => String(id)),
        ...world.people.map(({ username }) => username.toUpperCase()),
        ...world.people.map(({ email }) => email),
        'nobody',
        '99999999999999',
      ]),
    ),
    lifecycle: sometimes(
      listed(setOperators, ['initial', 'pre-live', 'live', 'completed', 'archived']),
    ),
    tag: sometimes(listed(labelOperators, [...tagTexts, 'simple:nothing'])),
    segment: sometimes(listed(labelOperators, [...world.segments, 'no such segment'])),
    status: sometimes(
      fc.uniqueArray(
        fc.constantFrom(
          'development:enabled',
          'development:disabled',
          'production:enabled',
          'nowhere:enabled',
        ),
        { minLength: 1, maxLength: 2 },
      ),
    ),
    favorite: sometimes(fc.boolean()),
    archived: sometimes(fc.boolean()),
    createdAt: sometimes(onDay),
    lastSeenAt: sometimes(onDay),
    sortBy: fc.constantFrom(
      'createdAt',
      'name',
      'type',
      'project',
      'stale',
      'lastSeenAt',
      'environment:production',
      'environment:nowhere',
    ),
    descending: fc.boolean(),
    favoritesFirst: fc.boolean(),
    limit: fc.integer({ min: 8, max: 60 }),
    byCursor: fc.boolean(),
    asNobody: fc.boolean(),
    alsoPastTheEnd: fc.nat({ max: 3 }).map((number) => number === 0),
    projects: fc.uniqueArray(fc.constantFrom(...world.projects), { minLength: 1 }),
  });

const quoted = (value: string) => (/[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

const textOf = ({ operator, values }: Listed) => `${operator}:${values.map(quoted).join(',')}`;
const dayText = ({ operator, day }: OnDay) => `${operator}:${day.slice(0, 10)}`;

export function urlOf(question: Asked): string {
  const params = new URLSearchParams();
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined) params.append(name, value);
  };
  add('project', `IS_ANY_OF:${question.projects.join(',')}`);
  add('query', question.words?.join(' , '));
  for (const name of ['state', 'type', 'createdBy', 'lifecycle', 'tag', 'segment'] as const) {
    add(name, question[name] && textOf(question[name]));
  }
  for (const status of question.status ?? []) add('status[]', status);
  add('favorite', question.favorite === undefined ? undefined : `IS:${question.favorite}`);
  add('archived', question.archived === undefined ? undefined : `IS:${question.archived}`);
  add('createdAt', question.createdAt && dayText(question.createdAt));
  add('lastSeenAt', question.lastSeenAt && dayText(question.lastSeenAt));
  add('sortBy', question.sortBy);
  add('sortOrder', question.descending ? 'desc' : 'asc');
  add('favoritesFirst', String(question.favoritesFirst));
  add('limit', String(question.limit));
  return `/api/admin/search/features?${params}`;
}
