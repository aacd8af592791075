import type { Event } from '../../audit/event-log/schema.ts';
import { backoffMs } from '../../platform/jobs/backoff.ts';
import type { StoredIntegration } from '../integrations/rules.ts';
import type { Delivery } from './schema.ts';

/** The right of one process to deliver for an integration, until it expires. */
export type Lease = { id: number; lease: string };

/** An integration whose lease is valid, with the time since its first failure. */
export type LeasedIntegration = StoredIntegration & Lease & { failingMs: number | null };

/** The result of one request. */
export type Attempt = Omit<Delivery, 'id'> & {
  /** Seconds or a date, as the target sent it. */
  retryAfter?: string | undefined;
};

const day = 24 * 3_600_000;
const gone = 410;

/** When and whether to try again after a failure; `random` is from 0 to 1. */
export function planRetry(
  { failures, failingMs }: Pick<LeasedIntegration, 'failures' | 'failingMs'>,
  { status, retryAfter }: Pick<Attempt, 'status' | 'retryAfter'>,
  { now, random }: { now: number; random: number },
): { delayMs: number; parked: boolean } {
  const demanded = retryAfterMs(retryAfter, now) ?? 0;
  return {
    delayMs: Math.max(backoffMs(failures, random), Math.min(demanded, day)),
    parked: status === gone || (failingMs ?? 0) >= day,
  };
}

/** RFC 9110: seconds, or a date. */
function retryAfterMs(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? ms : undefined;
}

/** The same for each attempt to send the same events. */
export function messageIdOf({ uid }: StoredIntegration, events: readonly Event[]): string {
  const [first, last] = [events.at(0)?.id, events.at(-1)?.id];
  return ['msg', uid.replaceAll('-', ''), first, ...(last === first ? [] : [last])].join('_');
}

export const rangeOf = (events: readonly Event[]) => ({
  firstEventId: events.at(0)?.id ?? null,
  lastEventId: events.at(-1)?.id ?? null,
});

/** Lists of at most `max` events each. */
export function groupsOf(events: readonly Event[], max: number): Event[][] {
  const count = Math.ceil(events.length / max);
  return Array.from({ length: count }, (_, index) => events.slice(index * max, (index + 1) * max));
}
