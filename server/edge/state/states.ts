import { setTimeout as delay } from 'node:timers/promises';
import type { DataScope, EnvironmentState } from '../../delivery/sdk/rules.ts';
import { selectsProject } from '../../delivery/sdk/rules.ts';
import type { Caches } from '../../platform/cache/cache.ts';
import { noAccess, unavailable } from '../../platform/errors.ts';
import { covers, keyOf } from '../tokens/rules.ts';
import { createFeed, type Feed, type FeedOptions } from '../upstream/feed.ts';
import { type Content, stateAt, union } from './rules.ts';
import { createScopeData, type Earlier, type ScopeData } from './scope-data.ts';

/** The data of a scope, and the feed that updates it; without a feed it is of the past. */
export type Entry = { data: ScopeData; texts: Set<string>; feed: Feed | undefined };

export type ClientToken = { text: string; scope: DataScope };

export type States = {
  /** Starts to follow the scope of a client token, unless a wider one is followed. */
  follow: (token: ClientToken) => void;
  /** The token is not valid any more; the others are what is followed from now on. */
  drop: (text: string, others: readonly ClientToken[]) => void;
  /** Data of the past, served until a feed has newer data. */
  restore: (scope: DataScope, earlier: Earlier) => void;
  /** The newest data that covers the scope; undefined if there is none yet. */
  find: (scope: DataScope) => EnvironmentState | undefined;
  /** The same; waits for the first response of the upstream. */
  of: (scope: DataScope) => Promise<EnvironmentState>;
  /** Whether a request should wait for the first response of the upstream. */
  isStarting: (scope: DataScope) => boolean;
  /** The entry that serves the scope alone. */
  entryOf: (scope: DataScope) => Entry | undefined;
  list: () => Entry[];
  /** Whether some feed does not reach the upstream. */
  isFailing: () => boolean;
  stop: () => void;
};

type Parts = {
  caches: Caches;
  feedOptions: Omit<FeedOptions, 'token' | 'onChange'>;
  onChange: () => void;
  /** Monotonic. */
  now: () => number;
};

/** With data of the past, a request waits at most this long for newer data. */
const waitMaxMs = 2000;

/** The data of all scopes that the tokens of this edge need. */
export function createStates({ caches, feedOptions, onChange, now }: Parts): States {
  const entries = new Map<string, Entry>();
  const unions = caches.create<EnvironmentState>({
    name: 'edge_unions',
    bytesMax: 64 * 1024 * 1024,
    bytesOf: ({ flags }) => 100 * flags.size,
  });

  const covering = (scope: DataScope) =>
    [...entries.values()].filter(({ data }) => covers(data.scope, scope));

  /** Followed before data of the past; then the newest, and of equally new ones the widest. */
  const entryOf = (scope: DataScope): Entry | undefined =>
    covering(scope)
      .filter(({ data }) => data.state())
      .sort(
        (one, other) =>
          Number(other.feed !== undefined) - Number(one.feed !== undefined) ||
          revisionOf(other) - revisionOf(one) ||
          sizeOf(other) - sizeOf(one),
      )[0];

  /** A frontend token may need the data of several client tokens, each for its projects. */
  const findUnion = ({ environment, projects = [] }: DataScope): EnvironmentState | undefined => {
    const parts = projects.map((project) => ({
      project,
      state: entryOf({ environment, projects: [project] })?.data.state(),
    }));
    if (parts.length === 0 || parts.some(({ state }) => !state)) return undefined;
    const states = [...new Set(parts.flatMap(({ state }) => state ?? []))];
    const version = JSON.stringify(parts.map(({ state }) => state?.revision));
    const key = keyOf({ environment, projects });
    const cached = unions.get(key, version);
    if (cached) return cached;
    const contents = states
      .sort((one, other) => other.revision - one.revision)
      .map((state) => {
        const own = parts.filter((part) => part.state === state).map(({ project }) => project);
        return restrict(state, { environment, projects: own });
      });
    const merged = stateAt(states[0]?.revision ?? 0, union(contents));
    unions.set(key, version, { value: merged });
    return merged;
  };

  const find = (scope: DataScope) => entryOf(scope)?.data.state() ?? findUnion(scope);

  const startingFeeds = ({ environment }: DataScope) =>
    [...entries.values()].filter(
      ({ data, feed }) => data.scope.environment === environment && feed?.starting(),
    );

  function start(entry: Entry): void {
    const [text = ''] = entry.texts;
    const { upstream, streaming, refreshMs, onRefused, onError } = feedOptions;
    entry.feed = createFeed(entry.data, {
      upstream,
      streaming,
      refreshMs,
      onRefused,
      onError,
      token: () => [...entry.texts][0] ?? text,
      onChange: () => {
        stopCovered(entry);
        onChange();
      },
    });
  }

  /** What a wider scope includes needs no feed of its own. */
  function stopCovered(wider: Entry): void {
    if (!wider.data.state() || wider.feed?.failing()) return;
    for (const [key, entry] of entries) {
      if (entry === wider || !covers(wider.data.scope, entry.data.scope)) continue;
      entry.feed?.stop();
      entries.delete(key);
    }
  }

  function newEntry(scope: DataScope, earlier: Earlier | undefined): Entry {
    const entry: Entry = {
      data: createScopeData(scope, { earlier, now }),
      texts: new Set<string>(),
      feed: undefined,
    };
    entries.set(keyOf(scope), entry);
    return entry;
  }

  function follow({ text, scope }: ClientToken): void {
    const own = entries.get(keyOf(scope));
    if (own?.feed) {
      own.texts.add(text);
      return;
    }
    if (covering(scope).some(({ feed }) => feed)) return;
    const entry = own ?? newEntry(scope, earlierFor(scope));
    entry.texts.add(text);
    start(entry);
  }

  /** The flags of a wider scope, until the feed of the scope has its own. */
  function earlierFor(scope: DataScope): Earlier | undefined {
    const source = entryOf(scope)?.data;
    const state = source?.state();
    if (!source || !state) return undefined;
    const content = restrict(state, scope);
    const revision = source.origin().revision;
    return { content, revision, etag: undefined, served: state.revision, ageMs: source.ageMs() };
  }

  return {
    follow,
    drop: (text, others) => {
      const orphans = [...entries].filter(([, { texts }]) => texts.delete(text) && !texts.size);
      for (const [, entry] of orphans) {
        entry.feed?.stop();
        entry.feed = undefined;
      }
      for (const other of others) follow(other);
      for (const [key, entry] of orphans) if (!entry.feed) entries.delete(key);
    },
    restore: (scope, earlier) => void newEntry(scope, earlier),
    find,
    of: async (scope) => {
      const starting = startingFeeds(scope);
      if (starting.length > 0) {
        const firsts = Promise.all(starting.map(({ feed }) => feed?.first));
        const enough = find(scope) ? [delay(waitMaxMs, undefined, { ref: false })] : [];
        await Promise.race([firsts, ...enough]);
      }
      const state = find(scope);
      if (state) return state;
      if (covering(scope).length > 0) throw unavailable('The flags are not loaded yet. Try again.');
      throw noAccess(
        'This edge has no client token for the projects and the environment of the token.',
      );
    },
    isStarting: (scope) => startingFeeds(scope).length > 0,
    entryOf,
    list: () => [...entries.values()],
    isFailing: () => {
      for (const { feed } of entries.values()) if (feed?.failing()) return true;
      return false;
    },
    stop: () => {
      for (const { feed } of entries.values()) feed?.stop();
    },
  };
}

const revisionOf = ({ data }: Entry) => data.state()?.revision ?? 0;
const sizeOf = ({ data }: Entry) => data.scope.projects?.length ?? Number.MAX_SAFE_INTEGER;

const restrict = ({ flags, segments }: Content, scope: DataScope) => ({
  scope,
  segments,
  flags: new Map([...flags].filter(([, { feature }]) => selectsProject(scope, feature.project))),
});
