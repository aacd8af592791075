import { findNewestEventId } from '../../events/queries.ts';
import { findBearer } from '../../identity/api-tokens/bearer.ts';
import { setApiTokensSeen } from '../../identity/api-tokens/queries.ts';
import type { Caches } from '../../platform/cache/cache.ts';
import type { Listen } from '../../platform/db/listen.ts';
import type { Db } from '../../platform/db/open.ts';
import { createChangeFeed } from './change-feed.ts';
import { createPayloads, type Payload } from './payloads.ts';
import { createPoller } from './poller.ts';
import { findRevision, listFeedEvents, listServed } from './queries.ts';
import type { Change, DataScope, EnvironmentState, Selection } from './rules.ts';
import { createStates } from './states.ts';
import { type Bearer, createTokenCache } from './token-cache.ts';

/** What the routes for SDKs read; implemented on the database here, and on an upstream by an edge. */
export type Delivery = {
  /** The owner of the token; cached after the first request. */
  findToken: (text: string) => Promise<Bearer>;
  /** The response to a client; cached after the first request for a revision. */
  payloadFor: (selection: Selection) => Promise<Payload>;
  /** The flags and segments of the environment: at least those of the scope. */
  stateOf: (scope: DataScope) => Promise<EnvironmentState>;
  /** The newest revision that this process has seen, of any environment. */
  position: () => number;
  /** Changes with everything that affects SDKs, including tokens. */
  version: () => number;
  /** The revision of the state; without a promise once it is known. */
  revisionOf: (scope: DataScope) => number | Promise<number>;
  /** The changes after a revision, oldest first; undefined if all data may have changed. */
  changesSince: (revision: number, scope: DataScope) => Change[] | undefined;
  /** Subscribes to polls that found events; returns a function that unsubscribes. */
  onChange: (listener: (tokensChanged: boolean) => void) => () => void;
  /** Changes with every change to who may read: to a token or to a setting. */
  accessVersion: () => Promise<number>;
  /** Polls now, for callers that expect a change. */
  poll: () => Promise<void>;
  close: () => Promise<void>;
};

type Parts = {
  db: Db;
  listen: Listen;
  caches: Caches;
  /** The bound of the caches of environments and payloads together. */
  bytesMax: number;
  /** Called when a statement fails; cached data is served meanwhile. */
  onError: (error: unknown, message: string) => void;
};

/**
 * The data for SDKs, cached and updated from the event log: on notification, or once a second, one
 * statement reads new events, and a request for unchanged data needs none. Polling starts with the
 * first request of an SDK.
 */
export function createDelivery({ db, listen, caches, bytesMax, onError }: Parts): Delivery {
  const feed = createChangeFeed({
    findNewest: () => findNewestEventId(db),
    list: (after, limit) => listFeedEvents(db, after, limit),
    findRevision: (environment) => findRevision(db, environment),
  });
  const tokens = createTokenCache({
    caches,
    version: feed.tokensVersion,
    now: Date.now,
    findByToken: (text) => findBearer(db, text),
  });
  const listeners = new Set<(tokensChanged: boolean) => void>();
  const onPollError = (error: unknown) => onError(error, 'SDK change feed: poll failed');
  const poller = createPoller({ listen, onError: onPollError }, async () => {
    const [position, tokensVersion] = [feed.position(), feed.tokensVersion()];
    await feed.read();
    const tokensChanged = feed.tokensVersion() !== tokensVersion;
    if (feed.position() !== position) for (const listener of listeners) listener(tokensChanged);
    const used = tokens.takeUsed();
    if (used.length > 0) await setApiTokensSeen(db, used);
  });
  const states = createStates({
    caches,
    feed,
    bytesMax: bytesMax / 2,
    isUnavailable: poller.failing,
    listServed: (environment, affected) => listServed(db, environment, affected),
    onError: (error) => onError(error, 'SDK environment: read failed, serving stale flags'),
  });
  const payloads = createPayloads(caches, bytesMax / 2);

  const ensureStarted = async () => {
    if (!poller.started()) await poller.start();
  };

  return {
    findToken: async (text) => {
      await ensureStarted();
      return tokens.find(text);
    },
    accessVersion: async () => {
      await ensureStarted();
      return feed.tokensVersion();
    },
    payloadFor: async (selection) => {
      const revision = await feed.revisionOf(selection.environment);
      const cached = payloads.get(selection, revision);
      return cached ?? payloads.getOrBuild(await states.of(selection.environment), selection);
    },
    stateOf: ({ environment }) => states.of(environment),
    position: feed.position,
    version: feed.version,
    revisionOf: ({ environment }) => feed.revisionOf(environment),
    changesSince: (revision, { environment }) => feed.changesSince(revision, environment),
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    poll: poller.poll,
    close: poller.stop,
  };
}
