import type { Delivery } from '../../delivery/sdk/delivery.ts';
import { createPayloads } from '../../delivery/sdk/payloads.ts';
import type { DataScope, EnvironmentState } from '../../delivery/sdk/rules.ts';
import type { Caches } from '../../platform/cache/cache.ts';
import type { Encryption } from '../../platform/encryption/encryption.ts';
import { createTokens, type Tokens } from '../tokens/tokens.ts';
import type { Upstream } from '../upstream/client.ts';
import { type GivenTokens, readBootstrap } from './bootstrap.ts';
import { createRevalidation } from './revalidation.ts';
import { createStates, type Entry } from './states.ts';
import { createStorage } from './storage.ts';

/** The data of an edge, with the interface that the routes for SDKs use. */
export type Edge = {
  delivery: Delivery;
  tokens: Tokens;
  /** Loads what is stored, and starts to follow the upstream; does not wait for it. */
  start: () => Promise<void>;
  /** Whether every configured token has data. */
  isReady: () => boolean;
  /** Whether the upstream does not respond, for some scope. */
  isAway: () => boolean;
  /** Milliseconds since the upstream was reached, while it is away; undefined otherwise. */
  staleMs: (scope: DataScope) => number | undefined;
  /** Undefined if there is no such flag. */
  projectOf: (environment: string, flag: string) => string | undefined;
  entries: () => Entry[];
  storageFailures: () => number;
};

export type EdgeSettings = {
  upstreamUrl: string | undefined;
  tokens: GivenTokens;
  strict: boolean;
  streaming: boolean;
  refreshMs: number;
  revalidateMs: number;
  cacheDir: string | undefined;
  bootstrapFile: string | undefined;
};

type Parts = {
  upstream: Upstream;
  caches: Caches;
  bytesMax: number;
  settings: EdgeSettings;
  encryption: Encryption | undefined;
  warn: (details: Record<string, unknown>, message: string) => void;
};

export function createEdge({
  upstream,
  caches,
  bytesMax,
  settings,
  encryption,
  warn,
}: Parts): Edge {
  const listeners = new Set<(tokensChanged: boolean) => void>();
  const given = [...settings.tokens.client, ...settings.tokens.frontend];
  let version = 0;
  const notify = (tokensChanged: boolean) => {
    version += 1;
    storage.changed();
    for (const listener of listeners) listener(tokensChanged);
  };

  const states = createStates({
    caches,
    now: () => performance.now(),
    onChange: () => notify(false),
    feedOptions: {
      upstream,
      streaming: settings.streaming,
      refreshMs: settings.refreshMs,
      onRefused: () => revalidation.now(),
      onError: (err) => warn({ err }, 'the upstream could not be read'),
    },
  });
  const tokens = createTokens({
    upstream,
    caches,
    configured: given,
    strict: settings.strict,
    refusedMs: settings.revalidateMs,
    isAway: states.isFailing,
    onClientToken: settings.upstreamUrl === undefined ? () => {} : states.follow,
    onRevoked: states.drop,
    onChange: () => notify(true),
    onInvalid: (text) => warn({ token: withoutSecret(text) }, 'a configured token is not valid'),
  });
  const revalidation = createRevalidation(tokens.revalidate, {
    everyMs: settings.revalidateMs,
    onError: (err) => warn({ err }, 'tokens could not be validated'),
  });
  const storage = createStorage({
    folder: settings.cacheDir,
    upstream: settings.upstreamUrl ?? '',
    encryption,
    take: () => ({
      upstream: settings.upstreamUrl ?? '',
      tokens: tokens.list(),
      states: states.list().flatMap(storedState),
    }),
    onError: (err) => warn({ err }, 'the stored state could not be used'),
  });
  const payloads = createPayloads(caches, bytesMax / 2);

  const restore = async () => {
    const snapshot = await storage.load();
    tokens.restore(snapshot?.tokens ?? []);
    for (const { scope, earlier } of snapshot?.states ?? []) states.restore(scope, earlier);
    for (const text of given) {
      const scope = tokens.scopeOf(text);
      if (scope) tokens.trust(text, scope);
    }
    if (settings.bootstrapFile === undefined) return;
    const {
      scope,
      earlier,
      tokens: trusted,
    } = await readBootstrap(settings.bootstrapFile, settings.tokens);
    if (!states.find(scope)) states.restore(scope, earlier);
    for (const { text, scope: own } of trusted) tokens.trust(text, own);
  };

  return {
    tokens,
    start: async () => {
      await restore();
      if (settings.upstreamUrl !== undefined) revalidation.start();
    },
    isReady: () =>
      given.every((text) => {
        const scope = tokens.scopeOf(text);
        return scope !== undefined && states.find(scope) !== undefined;
      }),
    isAway: states.isFailing,
    staleMs: (scope) => {
      const entry = states.entryOf(scope);
      if (!entry || (entry.feed && !entry.feed.failing())) return undefined;
      return entry.data.ageMs();
    },
    projectOf: (environment, flag) => {
      const own = states.list().filter(({ data }) => data.scope.environment === environment);
      return own.map(({ data }) => data.state()?.flags.get(flag)?.feature.project).find(Boolean);
    },
    entries: states.list,
    storageFailures: storage.failures,
    delivery: {
      findToken: tokens.find,
      accessVersion: async () => version,
      stateOf: states.of,
      payloadFor: async (selection) => {
        // The upstream sends no tags, so they cannot be selected by.
        const state = currentOrLater(selection);
        return payloads.getOrBuild(state instanceof Promise ? await state : state, {
          ...selection,
          tags: [],
        });
      },
      position: () => Math.max(0, ...states.list().map(({ data }) => data.state()?.revision ?? 0)),
      version: () => version,
      revisionOf: (scope) => {
        const state = currentOrLater(scope);
        return state instanceof Promise ? state.then(({ revision }) => revision) : state.revision;
      },
      changesSince: (revision, scope) => states.entryOf(scope)?.data.changesSince(revision),
      onChange: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      poll: async () => {},
      close: async () => {
        revalidation.stop();
        states.stop();
        await storage.close();
      },
    },
  };

  function currentOrLater(scope: DataScope): EnvironmentState | Promise<EnvironmentState> {
    const state = states.isStarting(scope) ? undefined : states.find(scope);
    return state ?? states.of(scope);
  }
}

function storedState({ data }: Entry) {
  const state = data.state();
  if (!state) return [];
  const { revision, etag } = data.origin();
  const content = { flags: state.flags, segments: state.segments };
  const earlier = { revision, etag, served: state.revision, content, ageMs: data.ageMs() };
  return [{ scope: data.scope, earlier }];
}

/** The part of a token that may be logged. */
const withoutSecret = (text: string) => text.slice(0, text.indexOf('.') + 1);
