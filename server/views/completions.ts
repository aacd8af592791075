import { eventKeys } from '../audit/event-log/terms.ts';
import { eventTypes } from '../events/types.ts';
import type { Caller } from '../platform/caller.ts';
import type { Db } from '../platform/db/open.ts';
import { flagKeys, stages, states } from '../search/terms.ts';
import { listWords, type WordSource } from './queries.ts';
import type { Completions, ViewKind } from './schema.ts';

/** Few enough for a list below an input. */
const wordsMax = 20;

/** The key and the value that end at the cursor; nothing inside of quotes. */
const lastWord = /(?:^|[\s(])-?(?:([A-Za-z][\w.-]*):)?([^\s"()]*)$/;

type Words = readonly string[] | WordSource;

const wordsOfFlags: Readonly<Record<string, Words>> = {
  is: [...states, 'archived', 'favorite'],
  stage: stages,
  project: 'projects',
  type: 'flag types',
  env: 'environments',
  tag: 'tag types',
  segment: 'segments',
  context: 'context fields',
  strategy: 'strategies',
  sort: ['created', 'name', 'type', 'project', 'stale', 'lastSeen'],
};

const wordsOfEvents: Readonly<Record<string, Words>> = {
  type: eventTypes,
  in: 'projects',
  project: 'projects',
  flag: 'flags',
  env: 'environments',
  tag: 'tag types',
  sort: ['newest', 'oldest'],
};

const languages = {
  flags: {
    keys: flagKeys.map((key) => (key === 'constraint.<field>' ? 'constraint.' : `${key}:`)),
    words: wordsOfFlags,
  },
  events: { keys: eventKeys.map((key) => `${key}:`), words: wordsOfEvents },
};

/** What can replace the word before the cursor. */
export async function completeQuery(
  db: Db,
  caller: Caller,
  { kind, text }: { kind: ViewKind; text: string },
): Promise<Completions> {
  const [, key, start] = lastWord.exec(text) ?? [];
  const to = [...text].length;
  if (start === undefined || isInQuotes(text)) return { from: to, to, completions: [] };
  const { keys, words } = languages[kind];
  const known = key === undefined ? keys : Object.hasOwn(words, key) ? words[key] : [];
  const found =
    typeof known === 'string'
      ? await listWords(db, caller, { source: known, start, limit: wordsMax })
      : (known ?? []).filter((word) => word.toLowerCase().startsWith(start.toLowerCase()));
  return { from: to - [...start].length, to, completions: found.slice(0, wordsMax).map(printed) };
}

const isInQuotes = (text: string) =>
  (text.replaceAll(/\\./gs, '').match(/"/g)?.length ?? 0) % 2 === 1;

/** As it must be written. */
const printed = (word: string) =>
  /^[^\s"()<>-][^\s"()<>]*$/.test(word) ? word : `"${word.replaceAll(/["\\]/g, '\\$&')}"`;
