import type { Caller, SdkToken } from '../access/caller.ts';
import type { Db } from '../db/open.ts';
import { findNewestEventId } from '../events/queries.ts';
import { createKnownTokens } from './known-tokens.ts';
import { createNews } from './news.ts';
import { createPayloads, type Payload } from './payloads.ts';
import { findRevision, listNews, listServed } from './queries.ts';
import type { EnvironmentState, Selection } from './rules.ts';
import { createStates } from './states.ts';

export type Delivery = {
  /** Who holds the token; from memory but for the first time. */
  findToken: (text: string) => Promise<Caller | SdkToken | undefined>;
  /** The answer to a client; from memory but for the first time after a change. */
  payloadFor: (selection: Selection) => Promise<Payload>;
  /** All flags and segments of the environment, of every project. */
  stateOf: (environment: string) => Promise<EnvironmentState>;
  /** Looks for news now instead of at the next turn; for whoever knows that there is some. */
  wake: () => Promise<void>;
  close: () => Promise<void>;
};

type Parts = {
  db: Db;
  /** Most memory for environments and for answers, together. */
  bytesMax: number;
  findByToken: (text: string) => Promise<Caller | SdkToken | undefined>;
  touchTokens: (ids: readonly number[]) => Promise<void>;
  /** Told when the database cannot be asked; what is in memory is served meanwhile. */
  onTrouble: (error: unknown) => void;
};

/** A change, also to a token, is served by every process after this time at the latest. */
const lookEveryMs = 1000;

/**
 * What SDKs fetch, kept in memory and true to the event log: one statement a second finds what has
 * changed, and a request that finds nothing changed asks the database nothing. It begins to look
 * when the first SDK asks.
 */
export function createDelivery(parts: Parts): Delivery {
  const { db, bytesMax } = parts;
  const news = createNews({
    findNewest: () => findNewestEventId(db),
    list: (after, limit) => listNews(db, after, limit),
    findRevision: (environment) => findRevision(db, environment),
  });
  const tokens = createKnownTokens(parts.findByToken, Date.now);
  const lookout = createLookout(async () => {
    if (await news.read()) tokens.forgetAll();
    const used = tokens.takeUsed();
    if (used.length > 0) await parts.touchTokens(used);
  }, parts.onTrouble);
  const states = createStates({
    news,
    listServed: (environment, names) => listServed(db, environment, names),
    bytesMax: bytesMax / 2,
    isAway: lookout.failing,
    onTrouble: parts.onTrouble,
  });
  const payloads = createPayloads(bytesMax / 2);

  return {
    findToken: async (text) => {
      if (!lookout.started()) await lookout.start();
      return tokens.find(text);
    },
    stateOf: async (environment) => states.of(environment),
    payloadFor: async (selection) => {
      const held = payloads.held(selection);
      if (held && held.revision === news.revisionOf(selection.environment)) return held;
      const state = await states.of(selection.environment);
      const built = payloads.held(selection);
      return built?.revision === state.revision ? built : payloads.build(state, selection);
    },
    wake: lookout.lookAgain,
    close: lookout.stop,
  };
}

/** Looks once a second from when it is started, never twice at once. */
function createLookout(look: () => Promise<void>, onTrouble: (error: unknown) => void) {
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let started = false;
  let stopped = false;
  let failing = false;

  const lookAndTell = async () => {
    try {
      await look();
      failing = false;
    } catch (error) {
      failing = true;
      throw error;
    } finally {
      running = undefined;
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
  return {
    started: () => started,
    failing: () => failing,
    /** Fails when the first look does: before it, nothing may be remembered. */
    start: async () => {
      await lookOnce();
      if (started) return;
      started = true;
      timer = setTimeout(turn, lookEveryMs).unref();
    },
    /** A look under way may have begun too early to see what the caller knows of. */
    lookAgain: async () => {
      await running?.catch(() => {});
      await lookOnce();
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running?.catch(() => {});
    },
  };
}
