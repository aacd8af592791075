import { nextLimit, rowsFirst, windowFirst, windowMax } from '../../audit/event-log/reading.ts';
import type { InTransaction } from '../../events/record.ts';
import type { Db } from '../../platform/db/open.ts';
import { isMailKind } from '../kinds/definition.ts';
import { kindOf } from '../kinds/rules.ts';
import { saveOutcome } from './commands.ts';
import { claimDue, findLeased } from './queries.ts';
import { type FoundEvents, findMatching } from './reading.ts';
import {
  type Attempt,
  groupsOf,
  type Lease,
  type LeasedIntegration,
  messageIdOf,
} from './rules.ts';
import type { Send } from './sender.ts';

/** Integrations that one process sends to at the same time. */
const concurrentMax = 100;

type DispatcherOptions = {
  db: Db;
  inTransaction: InTransaction;
  send: Send;
  timeoutMs: number;
  log: { error: (fields: object, message: string) => void };
};

export type Dispatcher = {
  /** Starts to deliver what is due, and does not wait until it is delivered. */
  start: () => Promise<void>;
  /** Waits for running requests; what remains is delivered by another process or the next start. */
  close: () => Promise<void>;
};

/**
 * Delivers the event log to integrations, at least once and in order. A process leases an
 * integration, reads the events after its position, sends them one after the other, and moves the
 * position past those that the target has accepted. A process that dies loses its lease when it
 * expires, and another one continues at the stored position.
 *
 * Each integration is independent, so that a slow target delays no other. Nothing of the database is
 * in use during a request, and all deliveries of a process use one connection in turn.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { db, inTransaction, timeoutMs, log } = options;
  // Requests are started in the first quarter and take at most a half of the lease.
  const leaseMs = 2 * timeoutMs;
  const running = new Set<Promise<void>>();
  const inTurn = createTurns();
  let closing = false;

  async function deliver(lease: Lease): Promise<void> {
    let [window, limit] = [windowFirst, rowsFirst];
    for (let leased = true; leased; ) {
      const batch = await inTurn(() => readBatch(db, lease, { window, limit }));
      if (!batch) return;
      const { attempts, position } = await sendInOrder(options, batch, () => closing);
      const more = position < batch.newest && attempts.every(({ delivered }) => delivered);
      leased = more && !closing;
      const outcome = { integration: batch.integration, position, attempts };
      const saved = await inTurn(() =>
        inTransaction((tx) =>
          saveOutcome(tx, lease, { ...outcome, leaseMs: leased ? leaseMs : undefined }),
        ),
      );
      if (!saved) return;
      const { events } = batch;
      window = events.length > 0 ? windowFirst : Math.min(windowMax, window * 4);
      if (events.length > 0) limit = nextLimit(events.map((event) => JSON.stringify(event)));
    }
  }

  return {
    start: async () => {
      const limit = concurrentMax - running.size;
      if (closing || limit === 0) return;
      const leases = await inTurn(() => claimDue(db, { leaseMs, limit }));
      for (const lease of leases) {
        const work = deliver(lease)
          .catch((err: unknown) => log.error({ err, integration: lease.id }, 'delivery failed'))
          .finally(() => running.delete(work));
        running.add(work);
      }
    },
    close: async () => {
      closing = true;
      await Promise.all(running);
    },
  };
}

type Batch = FoundEvents & { integration: LeasedIntegration };

async function readBatch(
  db: Db,
  lease: Lease,
  part: { window: number; limit: number },
): Promise<Batch | undefined> {
  const integration = await findLeased(db, lease);
  if (!integration) return undefined;
  const after = integration.position;
  let batch = await findMatching(db, integration, { after, ...part });
  const kind = kindOf(integration.kind);
  // One e-mail has all events, not those of one part of the log.
  for (let { window } = part; isMailKind(kind) && batch.end < batch.newest; ) {
    const limit = kind.eventsMax - batch.events.length;
    if (limit === 0) break;
    window = Math.min(windowMax, window * 4);
    const next = await findMatching(db, integration, { after: batch.end, window, limit });
    batch = { ...next, events: [...batch.events, ...next.events] };
  }
  return { integration, ...batch };
}

/** Stops at the first failure, and in time for the lease. */
async function sendInOrder(
  { send, timeoutMs }: DispatcherOptions,
  { integration, events, end }: Batch,
  isClosing: () => boolean,
): Promise<{ attempts: Attempt[]; position: number }> {
  const attempts: Attempt[] = [];
  const stopAt = performance.now() + timeoutMs / 2;
  let { position } = integration;
  for (const group of groupsOf(events, kindOf(integration.kind).eventsMax)) {
    if (isClosing() || performance.now() > stopAt) return { attempts, position };
    const id = messageIdOf(integration, group);
    const attempt = await send(integration, { id, events: group, cause: 'event' });
    attempts.push(attempt);
    if (!attempt.delivered) return { attempts, position };
    position = group.at(-1)?.id ?? position;
  }
  return { attempts, position: end };
}

/** Runs one piece of work after the other. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}
