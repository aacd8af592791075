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
import { call } from '../../api.ts';
import type { Wire } from '../../wire.ts';

export type Created = Wire<typeof CreatedIntegration>;
export type KindInfo = Wire<typeof KindDescription>;
export type Listed = Wire<typeof Integrations>;

/** The project of an integration; null for the whole installation. */
export type Scope = string | null;
export type Key = { id: number; project: Scope };

const keyOf = ({ id, project }: Key) => (project === null ? { id } : { id, projectId: project });

export const integrationsQuery = (project: Scope) =>
  queryOptions({
    queryKey: ['integrations', project],
    queryFn: ({ signal }) =>
      project === null
        ? call<Listed>('GET /api/admin/integrations', { signal })
        : call<Listed>('GET /api/admin/projects/:projectId/integrations', {
            params: { projectId: project },
            signal,
          }),
  });

export const integrationQuery = (key: Key) =>
  queryOptions({
    queryKey: ['integrations', key.project, key.id],
    queryFn: ({ signal }) =>
      key.project === null
        ? call<Integration>('GET /api/admin/integrations/:id', { params: keyOf(key), signal })
        : call<Integration>('GET /api/admin/projects/:projectId/integrations/:id', {
            params: keyOf(key),
            signal,
          }),
    refetchInterval: 5000,
  });

export const deliveriesQuery = (key: Key) =>
  queryOptions({
    queryKey: ['integrations', key.project, key.id, 'deliveries'],
    queryFn: ({ signal }) =>
      key.project === null
        ? call<Wire<typeof Deliveries>>('GET /api/admin/integrations/:id/deliveries', {
            params: keyOf(key),
            signal,
          })
        : call<Wire<typeof Deliveries>>(
            'GET /api/admin/projects/:projectId/integrations/:id/deliveries',
            { params: keyOf(key), signal },
          ),
    refetchInterval: 5000,
  });

export const createIntegration = (project: Scope, body: NewIntegration) =>
  project === null
    ? call<Created>('POST /api/admin/integrations', { body })
    : call<Created>('POST /api/admin/projects/:projectId/integrations', {
        params: { projectId: project },
        body,
      });

export const updateIntegration = (key: Key, body: IntegrationUpdate) =>
  key.project === null
    ? call<Integration>('PUT /api/admin/integrations/:id', { params: keyOf(key), body })
    : call<Integration>('PUT /api/admin/projects/:projectId/integrations/:id', {
        params: keyOf(key),
        body,
      });

export const deleteIntegration = (key: Key) =>
  key.project === null
    ? call('DELETE /api/admin/integrations/:id', { params: keyOf(key) })
    : call('DELETE /api/admin/projects/:projectId/integrations/:id', { params: keyOf(key) });

/** Retries at once; with `from`, sends every matching event from that one on. */
export const resumeIntegration = (key: Key, from?: number) => {
  const body = from === undefined ? {} : { from };
  return key.project === null
    ? call<Integration>('POST /api/admin/integrations/:id/resume', { params: keyOf(key), body })
    : call<Integration>('POST /api/admin/projects/:projectId/integrations/:id/resume', {
        params: keyOf(key),
        body,
      });
};

export const rotateSecret = (key: Key) =>
  key.project === null
    ? call<Wire<typeof RotatedSecret>>('POST /api/admin/integrations/:id/rotate-secret', {
        params: keyOf(key),
      })
    : call<Wire<typeof RotatedSecret>>(
        'POST /api/admin/projects/:projectId/integrations/:id/rotate-secret',
        { params: keyOf(key) },
      );

export const sendTest = (key: Key) =>
  key.project === null
    ? call<Delivery>('POST /api/admin/integrations/:id/test', { params: keyOf(key) })
    : call<Delivery>('POST /api/admin/projects/:projectId/integrations/:id/test', {
        params: keyOf(key),
      });

export const replayDelivery = (key: Key, deliveryId: number) => {
  const params = { ...keyOf(key), deliveryId };
  return key.project === null
    ? call<Delivery>('POST /api/admin/integrations/:id/deliveries/:deliveryId/replay', { params })
    : call<Delivery>(
        'POST /api/admin/projects/:projectId/integrations/:id/deliveries/:deliveryId/replay',
        { params },
      );
};
