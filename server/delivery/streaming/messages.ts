import type { Delivery } from '../sdk/delivery.ts';
import type { Selection } from '../sdk/rules.ts';
import { deltaOf } from './rules.ts';
import type { ClientDelta } from './schema.ts';

/** The update of an SDK to the revision: everything, the changes, or nothing. */
export type Message =
  | { kind: 'everything'; revision: number; body: Body; gzip: Body }
  | { kind: 'changes'; revision: number; body: Buffer }
  | { kind: 'nothing'; revision: number };

type Body = () => Promise<Buffer>;

/**
 * From the caches, as all responses to SDKs. A revision that this process has not read may be from
 * another process; if a poll does not find it, the SDK gets everything.
 */
export async function messageSince(
  delivery: Delivery,
  selection: Selection,
  revision: number | undefined,
): Promise<Message> {
  if (revision !== undefined && revision > delivery.position()) await delivery.poll();
  if (revision === undefined || revision > delivery.position()) return everything();

  const state = await delivery.stateOf(selection);
  if (revision >= state.revision) return { kind: 'nothing', revision };
  const changes = delivery.changesSince(revision, selection);
  if (changes === undefined) return everything();
  const events = deltaOf(state, selection, changes);
  if (events.length === 0) return { kind: 'nothing', revision: state.revision };
  const body = Buffer.from(JSON.stringify({ events } satisfies ClientDelta));
  return { kind: 'changes', revision: state.revision, body };

  async function everything(): Promise<Message> {
    const payload = await delivery.payloadFor(selection);
    return {
      kind: 'everything',
      revision: payload.revision,
      body: () => payload.as('hydration'),
      gzip: () => payload.as('hydration, gzip'),
    };
  }
}
