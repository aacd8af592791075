import type {
  EnvironmentPatch,
  NewEnvironment,
} from '../../../../server/projects/environments/schema.ts';
import { call } from '../../api.ts';

export const createEnvironment = (body: NewEnvironment) =>
  call('POST /api/admin/environments', { body });

export const updateEnvironment = (name: string, body: EnvironmentPatch) =>
  call('PUT /api/admin/environments/update/:name', { params: { name }, body });

export const deleteEnvironment = (name: string) =>
  call('DELETE /api/admin/environments/:name', { params: { name } });

export const orderEnvironments = (body: Record<string, number>) =>
  call('PUT /api/admin/environments/sort-order', { body });

export const switchEnvironment = (name: string, enabled: boolean) =>
  enabled
    ? call('POST /api/admin/environments/:name/on', { params: { name } })
    : call('POST /api/admin/environments/:name/off', { params: { name } });
