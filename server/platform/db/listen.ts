import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

/**
 * Calls back when something was told on the channel, and whenever telling may have been missed: a
 * call means "look again", and what to believe is in the tables. Returns how to stop.
 */
export type Listen = (channel: string, onNotify: () => void) => () => void;

export type Listener = { listen: Listen; close: () => Promise<void> };

const retryFirstMs = 100;
const retryMaxMs = 5000;
/** A connection that is gone without a word is found out by asking. */
const pingEveryMs = 15_000;
const pingTimeoutMs = 10_000;

/** One connection beside the pool for all channels, opened with the first; it comes back by itself. */
export function listenOnPostgres(connectionString: string): Listener {
  const hearers = new Map<string, Set<() => void>>();
  const closing = new AbortController();
  let client: pg.Client | undefined;
  let running: Promise<void> | undefined;

  const hearOn = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`;

  async function keepConnected(): Promise<void> {
    let retryMs = retryFirstMs;
    while (!closing.signal.aborted) {
      const began = Date.now();
      await listenUntilLost().catch(() => {});
      retryMs = Date.now() - began > retryMaxMs ? retryFirstMs : Math.min(2 * retryMs, retryMaxMs);
      await delay(retryMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  async function listenUntilLost(): Promise<void> {
    const fresh = new pg.Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: pingTimeoutMs,
      query_timeout: pingTimeoutMs,
      application_name: 'pennon listener',
    });
    const lost = once(fresh, 'end');
    // The end follows; without a listener the error itself would end the process.
    fresh.on('error', () => {});
    fresh.on('notification', ({ channel }) => callAll(hearers.get(channel)));
    try {
      await fresh.connect();
      client = fresh;
      for (const channel of hearers.keys()) await fresh.query(hearOn(channel));
      for (const all of hearers.values()) callAll(all);
      await askUntil(fresh, lost);
    } finally {
      client = undefined;
      await fresh.end().catch(() => {});
    }
  }

  return {
    listen: (channel, onNotify) => {
      const all = hearers.get(channel) ?? new Set();
      hearers.set(channel, all.add(onNotify));
      client?.query(hearOn(channel)).then(onNotify, () => {});
      running ??= keepConnected();
      return () => {
        all.delete(onNotify);
      };
    },
    close: async () => {
      closing.abort();
      await client?.end().catch(() => {});
      await running;
    },
  };
}

/** The embedded database tells its one process by itself; nothing can be missed. */
export function listenOnEmbedded(
  pglite: PGlite,
  run: (statement: string) => Promise<unknown>,
): Listener {
  const hearers = new Map<string, Set<() => void>>();
  pglite.onNotification((channel) => callAll(hearers.get(channel)));
  return {
    listen: (channel, onNotify) => {
      const all = hearers.get(channel) ?? new Set();
      hearers.set(channel, all.add(onNotify));
      // Through the pool, for in the middle of a transaction it would be undone with it.
      run(`listen ${pg.escapeIdentifier(channel)}`).then(onNotify, () => {});
      return () => {
        all.delete(onNotify);
      };
    },
    close: async () => {},
  };
}

async function askUntil(client: pg.Client, lost: Promise<unknown>): Promise<void> {
  const end = lost.then(() => 'lost');
  for (;;) {
    const timer = new AbortController();
    const pause = delay(pingEveryMs, 'ask', { signal: timer.signal, ref: false }).catch(() => '');
    const outcome = await Promise.race([end, pause]);
    timer.abort();
    if (outcome === 'lost') return;
    await client.query('select 1');
  }
}

/** Later, so that nobody who hears can hold up the connection that tells. */
function callAll(hearers: ReadonlySet<() => void> | undefined): void {
  for (const onNotify of hearers ?? []) setImmediate(onNotify);
}
