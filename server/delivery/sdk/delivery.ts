import { findNewestEventId } from '../../events/queries.ts';
import type { Caller, SdkToken } from '../../platform/caller.ts';
import type { Listen } from '../../platform/db/listen.ts';
import type { Db } from '../../platform/db/open.ts';
import { createKnownTokens } from './token-cache.ts';
import { createNews } from './change-feed.ts';
import { createPayloads, type Payload } from './payloads.ts';
import { findRevision, listNews, listServed } from './queries.ts';
import type { Change, EnvironmentState, Selection } from './rules.ts';
import { createStates } from './states.ts';

export type Delivery = {
  /** Who holds the token; from memory but for the first time. */
  findToken: (text: string) => Found | Promise<Found>;
  /** The answer to a client; from memory but for the first time after a change. */
  payloadFor: (selection: Selection) => Payload | Promise<Payload>;
  /** All flags and segments of the environment, of every project. */
  stateOf: (environment: string) => EnvironmentState | Promise<EnvironmentState>;
  /** The newest event that matters to SDKs of the environment. */
  revisionOf: (environment: string) => number | Promise<number>;
  /** What has changed after an event, oldest first; undefined when that is not known. */
  changesSince: (id: number, environment: string) => readonly Change[] | undefined;
  /** Another number after each change of any token. */
  tokensVersion: () => number;
  /** The last event that this process has read. */
  position: () => number;
  /** Calls back after each look that found something; true when tokens have changed. */
  onNews: (hear: (tokensChanged: boolean) => void) => void;
  /** Looks for news now instead of at the next turn; for whoever knows that there is some. */
  wake: () => Promise<void>;
  close: () => Promise<void>;
};

type Found = Caller | SdkToken | undefined;

type Parts = {
  db: Db;
  listen: Listen;
  /** Most memory for environments and for answers, together. */
  bytesMax: number;
  findByToken: (text: string) => Promise<Found>;
  touchTokens: (ids: readonly number[]) => Promise<void>;
  /** Told when the database cannot be asked; what is in memory is served meanwhile. */
  onTrouble: (error: unknown) => void;
};

/** What the append of events tells on. */
const channel = 'pennon_events';

/** Where nobody tells, a change, also to a token, is served after this time at the latest. */
const lookEveryMs = 1000;

/** A change waits this long for those that come with it. */
const gatherMs = 10;

/** Changes that go on coming share ten looks a second, for each look takes from what writes them. */
const restMs = 100;

/**
 * What SDKs fetch, kept in memory and true to the event log: told of an event, or once a second, one
 * statement finds what has changed, and a request that finds nothing changed asks the database
 * nothing. It begins to look when the first SDK asks.
 */
export function createDelivery(parts: Parts): Delivery {
  const { db, bytesMax } = parts;
  const news = createNews({
    findNewest: () => findNewestEventId(db),
    list: (after, limit) => listNews(db, after, limit),
    findRevision: (environment) => findRevision(db, environment),
  });
  const tokens = createKnownTokens(parts.findByToken, Date.now);
  const hearers = new Set<(tokensChanged: boolean) => void>();
  const lookout = createLookout(parts, async () => {
    const before = news.position();
    const tokensChanged = await news.read();
    if (tokensChanged) tokens.forgetAll();
    if (news.position() !== before) for (const hear of hearers) hear(tokensChanged);
    const used = tokens.takeUsed();
    if (used.length > 0) await parts.touchTokens(used);
  });
  const states = createStates({
    news,
    listServed: (environment, wanted) => listServed(db, environment, wanted),
    bytesMax: bytesMax / 2,
    isAway: lookout.failing,
    onTrouble: parts.onTrouble,
  });
  const payloads = createPayloads(bytesMax / 2);
  const build = async (selection: Selection) => {
    const state = await states.of(selection.environment);
    const built = payloads.held(selection);
    return built?.revision === state.revision ? built : payloads.build(state, selection);
  };

  return {
    findToken: (text) =>
      lookout.started() ? tokens.find(text) : lookout.start().then(() => tokens.find(text)),
    stateOf: states.of,
    payloadFor: (selection) => {
      const held = payloads.held(selection);
      const upToDate = held?.revision === news.revisionOf(selection.environment);
      return held && upToDate ? held : build(selection);
    },
    revisionOf: news.revisionOf,
    changesSince: news.changesSince,
    position: news.position,
    tokensVersion: tokens.version,
    onNews: (hear) => void hearers.add(hear),
    wake: lookout.lookAgain,
    close: lookout.stop,
  };
}

type Told = Pick<Parts, 'listen' | 'onTrouble'>;

/** Looks when told and once a second, from when it is started, never twice at once. */
function createLookout({ listen, onTrouble }: Told, look: () => Promise<void>) {
  let stopListening: (() => void) | undefined;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let gathering: NodeJS.Timeout | undefined;
  let started = false;
  let stopped = false;
  let failing = false;
  let restedAt = 0;

  const lookAndTell = async () => {
    try {
      await look();
      failing = false;
    } catch (error) {
      failing = true;
      throw error;
    } finally {
      running = undefined;
      restedAt = performance.now() + restMs;
    }
  };
  const lookOnce = () => {
    running ??= lookAndTell();
    return running;
  };
  const turn = async () => {
    const next = Date.now() + lookEveryMs;
    await lookOnce().catch(onTrouble);
    if (!stopped) timer = setTimeout(turn, Math.max(0, next - Date.now())).unref();
  };
  /** A look under way may have begun too early to see what the caller knows of. */
  const lookAgain = async () => {
    await running?.catch(() => {});
    await lookOnce();
  };
  const hear = () => {
    gathering = undefined;
    if (!stopped) void lookAgain().catch(onTrouble);
  };
  return {
    started: () => started,
    failing: () => failing,
    /** Fails when the first look does: before it, nothing may be remembered. */
    start: async () => {
      await lookOnce();
      if (started) return;
      started = true;
      stopListening = listen(channel, () => {
        gathering ??= setTimeout(hear, Math.max(gatherMs, restedAt - performance.now())).unref();
      });
      timer = setTimeout(turn, lookEveryMs).unref();
    },
    lookAgain,
    stop: async () => {
      stopped = true;
      stopListening?.();
      clearTimeout(timer);
      clearTimeout(gathering);
      await running?.catch(() => {});
    },
  };
}
