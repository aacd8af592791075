import { nextLimit, rowsFirst, windowFirst, windowMax } from '../../audit/event-log/reading.ts';
import type { InTransaction } from '../../events/record.ts';
import type { Db } from '../../platform/db/open.ts';
import { isMailKind } from '../kinds/definition.ts';
import { kindOf } from '../kinds/rules.ts';
import { type Outcome, saveOutcome } from './commands.ts';
import { claimDue, listLeased, saveProgress } from './queries.ts';
import { type FoundEvents, findMatching } from './reading.ts';
import { type Attempt, groupsOf, type LeasedIntegration, messageIdOf } from './rules.ts';
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

  async function deliver(leased: LeasedIntegration): Promise<void> {
    let [window, limit] = [windowFirst, rowsFirst];
    let integration: LeasedIntegration | undefined = leased;
    while (integration) {
      const batch = await readBatch(integration, { window, limit });
      const { attempts, position } = await sendInOrder(options, batch, () => closing);
      const more = position < batch.newest && attempts.every(({ delivered }) => delivered);
      const goesOn = more && !closing;
      const outcome = { position, attempts, leaseMs: goesOn ? leaseMs : undefined };
      if (!(await save({ integration, ...outcome })) || !goesOn) return;
      const { events } = batch;
      window = events.length > 0 ? windowFirst : Math.min(windowMax, window * 4);
      if (events.length > 0) limit = nextLimit(events.map((event) => JSON.stringify(event)));
      [integration] = await inTurn(() => listLeased(db, [leased]));
    }
  }

  const readBatch = (integration: LeasedIntegration, part: Part): Promise<Batch> =>
    inTurn(async () => ({ integration, ...(await findBatch(db, integration, part)) }));

  /** Mostly no event matches and only the position moves, which needs no transaction. */
  const save = (outcome: Outcome): Promise<boolean> =>
    inTurn(() =>
      outcome.attempts.length === 0
        ? saveProgress(db, outcome.integration, outcome)
        : inTransaction((tx) => saveOutcome(tx, outcome)),
    );

  return {
    start: async () => {
      const limit = concurrentMax - running.size;
      if (closing || limit === 0) return;
      const due = await inTurn(async () => {
        const leases = await claimDue(db, { leaseMs, limit });
        return leases.length === 0 ? [] : listLeased(db, leases);
      });
      for (const integration of due) {
        const work = deliver(integration)
          .catch((err: unknown) =>
            log.error({ err, integration: integration.id }, 'delivery failed'),
          )
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

type Part = { window: number; limit: number };

async function findBatch(db: Db, integration: LeasedIntegration, part: Part): Promise<FoundEvents> {
  let found = await findMatching(db, integration, { after: integration.position, ...part });
  const kind = kindOf(integration.kind);
  // One e-mail has all events, not those of one part of the log.
  for (let { window } = part; isMailKind(kind) && found.end < found.newest; ) {
    const limit = kind.eventsMax - found.events.length;
    if (limit === 0) break;
    window = Math.min(windowMax, window * 4);
    const next = await findMatching(db, integration, { after: found.end, window, limit });
    found = { ...next, events: [...found.events, ...next.events] };
  }
  return found;
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
