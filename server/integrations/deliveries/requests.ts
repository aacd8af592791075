import { randomUUID } from 'node:crypto';
import type { Event } from '../../audit/event-log/schema.ts';
import { eventOf } from '../../audit/event-log/wire.ts';
import type { InTransaction } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import { conflict, found } from '../../platform/errors.ts';
import { findIntegration, type IntegrationKey } from '../integrations/queries.ts';
import type { StoredIntegration } from '../integrations/rules.ts';
import { kindOf } from '../kinds/rules.ts';
import { findDelivery, insertDeliveries, listDeliveries } from './queries.ts';
import { findMatching } from './reading.ts';
import { messageIdOf } from './rules.ts';
import type { Delivery } from './schema.ts';
import type { Send } from './sender.ts';

/** What users request: sends use nothing of the database while the target responds. */

type Services = { db: Db; inTransaction: InTransaction; sendToIntegration: Send };
type Message = Parameters<Send>[1];

export async function sendTest(services: Services, caller: Caller, key: IntegrationKey) {
  const integration = found(await findIntegration(services.db, key), 'Integration', key.id);
  const id = `test_${randomUUID()}`;
  const events = [testEvent(caller, integration.project)];
  return sendOnce(services, integration, { id, events, cause: 'test' });
}

export async function replayDelivery(services: Services, key: IntegrationKey, deliveryId: number) {
  const { db } = services;
  const integration = found(await findIntegration(db, key), 'Integration', key.id);
  const delivery = found(await findDelivery(db, key, deliveryId), 'Delivery', deliveryId);
  const { firstEventId: first, lastEventId: last } = delivery;
  if (first === null || last === null) throw conflict('A test cannot be replayed: send another.');
  const limit = kindOf(integration.kind).eventsMax;
  const range = { after: first - 1, window: last - first + 1, limit };
  const { events } = await findMatching(db, integration, range);
  if (events.length === 0) throw conflict('The filter no longer matches these events.');
  const id = messageIdOf(integration, events);
  return sendOnce(services, integration, { id, events, cause: 'replay' });
}

export async function findAttempts(db: Db, key: IntegrationKey, limit: number) {
  found(await findIntegration(db, key), 'Integration', key.id);
  return listDeliveries(db, key, limit);
}

async function sendOnce(
  { inTransaction, sendToIntegration }: Services,
  integration: StoredIntegration,
  message: Message,
): Promise<Delivery> {
  const { retryAfter: _, ...attempt } = await sendToIntegration(integration, message);
  const [id] = await inTransaction((tx) => insertDeliveries(tx, integration.id, [attempt]));
  return { id: found(id, 'Integration', integration.id), ...attempt };
}

/** Like a recorded event of the project, with an id that no event has. */
function testEvent(caller: Caller, project: string | null): Event {
  return eventOf({
    id: Number.MAX_SAFE_INTEGER,
    type: 'feature-created',
    createdAt: new Date().toISOString(),
    createdBy: caller.name,
    createdByUserId: caller.id,
    project: project ?? 'default',
    environment: null,
    featureName: 'test-flag',
    data: { name: 'test-flag', description: 'Sent to test an integration' },
    preData: null,
    tags: [],
  });
}
