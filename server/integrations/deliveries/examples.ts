import { lastEventId } from '../../testing/a.ts';
import { eventsOf } from '../../testing/events.ts';
import { adminsOnly, type Example, permittedOnly, type World } from '../../testing/example.ts';
import { anIntegration } from '../../testing/integrations.ts';
import { inTransaction } from '../../transactions.ts';
import { insertDeliveries } from './queries.ts';

const scopes = [
  { path: '/api/admin/integrations', access: adminsOnly, ofProject: false },
  {
    path: '/api/admin/projects/:projectId/integrations',
    access: permittedOnly,
    ofProject: true,
  },
] as const;

const nothing = { nothing: 'Attempts are listed, and are no changes.' };

export const deliveryExamples: readonly Example[] = scopes.flatMap(
  ({ path, access, ofProject }): Example[] => {
    const arrange = async (world: World) => ({ params: await aDelivery(world, ofProject) });
    return [
      { method: 'GET', path: `${path}/:id/deliveries`, access, arrange },
      {
        method: 'POST',
        path: `${path}/:id/deliveries/:deliveryId/replay`,
        access,
        arrange,
        records: nothing,
      },
      { method: 'POST', path: `${path}/:id/test`, access, arrange, records: nothing },
    ];
  },
);

async function aDelivery({ db, project }: World, ofProject: boolean) {
  const { id } = await anIntegration(db, { project: ofProject ? project : null });
  await eventsOf(db, project, 1);
  const event = await lastEventId(db);
  const attempt = {
    cause: 'event' as const,
    firstEventId: event,
    lastEventId: event,
    durationMs: 5,
    attemptedAt: '2026-01-01T00:00:00.000Z',
    delivered: true,
    status: 200,
    error: null,
    response: 'ok',
  };
  const [deliveryId = 0] = await inTransaction(db, (tx) => insertDeliveries(tx, id, [attempt]));
  return { id, deliveryId, ...(ofProject ? { projectId: project } : {}) };
}
