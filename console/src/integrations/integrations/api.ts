import { queryOptions } from '@tanstack/react-query';
import type { Deliveries, Delivery } from '../../../../server/integrations/deliveries/schema.ts';
import type {
  CreatedIntegration,
  Integration,
  Integrations,
  IntegrationUpdate,
  NewIntegration,
  RotatedSecret,
} from '../../../../server/integrations/integrations/schema.ts';
import type { KindDescription } from '../../../../server/integrations/kinds/schema.ts';
import { callInScope } from '../../api.ts';
import type { Wire } from '../../wire.ts';

export type Created = Wire<typeof CreatedIntegration>;
export type KindInfo = Wire<typeof KindDescription>;

/** The project of an integration; null for the whole installation. */
export type Scope = string | null;
export type Key = { id: number; project: Scope };

/** A page shows what is delivered meanwhile. */
const refetchInterval = 5000;

export const integrationsQuery = (project: Scope) =>
  queryOptions({
    queryKey: ['integrations', project],
    queryFn: ({ signal }) =>
      callInScope<Wire<typeof Integrations>>(
        project,
        ['GET /api/admin/integrations', 'GET /api/admin/projects/:projectId/integrations'],
        { signal },
      ),
  });

export const integrationQuery = ({ id, project }: Key) =>
  queryOptions({
    queryKey: ['integrations', project, id],
    queryFn: ({ signal }) =>
      callInScope<Integration>(
        project,
        ['GET /api/admin/integrations/:id', 'GET /api/admin/projects/:projectId/integrations/:id'],
        { params: { id }, signal },
      ),
    refetchInterval,
  });

export const deliveriesQuery = ({ id, project }: Key) =>
  queryOptions({
    queryKey: ['integrations', project, id, 'deliveries'],
    queryFn: ({ signal }) =>
      callInScope<Wire<typeof Deliveries>>(
        project,
        [
          'GET /api/admin/integrations/:id/deliveries',
          'GET /api/admin/projects/:projectId/integrations/:id/deliveries',
        ],
        { params: { id }, signal },
      ),
    refetchInterval,
  });

export const createIntegration = (project: Scope, body: NewIntegration) =>
  callInScope<Created>(
    project,
    ['POST /api/admin/integrations', 'POST /api/admin/projects/:projectId/integrations'],
    { body },
  );

export const updateIntegration = ({ id, project }: Key, body: IntegrationUpdate) =>
  callInScope<Integration>(
    project,
    ['PUT /api/admin/integrations/:id', 'PUT /api/admin/projects/:projectId/integrations/:id'],
    { params: { id }, body },
  );

export const deleteIntegration = ({ id, project }: Key) =>
  callInScope(
    project,
    [
      'DELETE /api/admin/integrations/:id',
      'DELETE /api/admin/projects/:projectId/integrations/:id',
    ],
    { params: { id } },
  );

/** Retries at once; with `from`, sends every matching event from that one on. */
export const resumeIntegration = ({ id, project }: Key, from?: number) =>
  callInScope<Integration>(
    project,
    [
      'POST /api/admin/integrations/:id/resume',
      'POST /api/admin/projects/:projectId/integrations/:id/resume',
    ],
    { params: { id }, body: from === undefined ? {} : { from } },
  );

export const rotateSecret = ({ id, project }: Key) =>
  callInScope<Wire<typeof RotatedSecret>>(
    project,
    [
      'POST /api/admin/integrations/:id/rotate-secret',
      'POST /api/admin/projects/:projectId/integrations/:id/rotate-secret',
    ],
    { params: { id } },
  );

export const sendTest = ({ id, project }: Key) =>
  callInScope<Delivery>(
    project,
    [
      'POST /api/admin/integrations/:id/test',
      'POST /api/admin/projects/:projectId/integrations/:id/test',
    ],
    { params: { id } },
  );

export const replayDelivery = ({ id, project }: Key, deliveryId: number) =>
  callInScope<Delivery>(
    project,
    [
      'POST /api/admin/integrations/:id/deliveries/:deliveryId/replay',
      'POST /api/admin/projects/:projectId/integrations/:id/deliveries/:deliveryId/replay',
    ],
    { params: { id, deliveryId } },
  );
