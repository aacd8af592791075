import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { Hosts } from './hosts.ts';

/**
 * Calls back on each notification of the channel, and whenever one may have been missed: a call means
 * "poll now", and contains no data. Returns a function that stops.
 */
export type Listen = (channel: string, onNotify: () => void) => () => void;

export type Listener = { listen: Listen; close: () => Promise<void> };

const retryFirstMs = 100;
const retryMaxMs = 5000;
/** Detects a connection that was lost without a message. */
const pingEveryMs = 15_000;
const pingTimeoutMs = 10_000;

/** One connection outside the pool for all channels, opened with the first, reopened when lost. */
export function listenOnPostgres(hosts: Hosts): Listener {
  const { channels, subscribe, notify } = subscriptions();
  const closing = new AbortController();
  let client: pg.Client | undefined;
  let running: Promise<void> | undefined;

  async function stayConnected(): Promise<void> {
    let retryMs = retryFirstMs;
    while (!closing.signal.aborted) {
      const startedAt = performance.now();
      await hosts.tryEach(listenUntilLost).catch(() => {});
      const wasStable = performance.now() - startedAt > retryMaxMs;
      retryMs = wasStable ? retryFirstMs : Math.min(2 * retryMs, retryMaxMs);
      await delay(retryMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  async function listenUntilLost(connectionString: string): Promise<void> {
    const opened = new pg.Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: pingTimeoutMs,
      query_timeout: pingTimeoutMs,
      application_name: 'pennon listener',
    });
    const lost = once(opened, 'end');
    // An end event follows; without a listener the error would end the process.
    opened.on('error', () => {});
    opened.on('notification', ({ channel }) => notify(channel));
    try {
      await opened.connect();
      // Closed meanwhile: nothing else would end this connection.
      if (closing.signal.aborted) return;
      client = opened;
      for (const channel of channels()) await opened.query(listenTo(channel));
      for (const channel of channels()) notify(channel);
      await pingUntil(opened, lost);
    } finally {
      client = undefined;
      await opened.end().catch(() => {});
    }
  }

  return {
    listen: (channel, onNotify) => {
      const stop = subscribe(channel, onNotify);
      client?.query(listenTo(channel)).then(onNotify, () => {});
      running ??= stayConnected();
      return stop;
    },
    close: async () => {
      closing.abort();
      await client?.end().catch(() => {});
      await running;
    },
  };
}

/** The embedded database notifies its own process; nothing can be missed. */
export function listenOnEmbedded(
  pglite: PGlite,
  run: (statement: string) => Promise<unknown>,
): Listener {
  const { subscribe, notify } = subscriptions();
  pglite.onNotification(notify);
  return {
    listen: (channel, onNotify) => {
      const stop = subscribe(channel, onNotify);
      // Through the pool: inside an open transaction it would be rolled back with it.
      run(listenTo(channel)).then(onNotify, () => {});
      return stop;
    },
    close: async () => {},
  };
}

const listenTo = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`;

function subscriptions() {
  const callbacks = new Map<string, Set<() => void>>();
  return {
    channels: () => callbacks.keys(),
    subscribe: (channel: string, onNotify: () => void) => {
      const all = callbacks.get(channel) ?? new Set();
      callbacks.set(channel, all.add(onNotify));
      return () => void all.delete(onNotify);
    },
    // In a later tick, so that no callback can delay the connection.
    notify: (channel: string) => {
      for (const onNotify of callbacks.get(channel) ?? []) setImmediate(onNotify);
    },
  };
}

async function pingUntil(client: pg.Client, lost: Promise<unknown>): Promise<void> {
  const end = lost.then(() => 'lost');
  for (;;) {
    const timer = new AbortController();
    const pause = delay(pingEveryMs, 'ping', { signal: timer.signal, ref: false }).catch(() => '');
    const outcome = await Promise.race([end, pause]);
    timer.abort();
    if (outcome === 'lost') return;
    await client.query('select 1');
  }
}
