import { type Caller, rootRolesAllow } from '../platform/caller.ts';
import { missingPermission, noAccess } from '../platform/errors.ts';
import type { Permission } from '../platform/permissions.ts';
import type { NewView, View, ViewUpdate } from './schema.ts';

/** Either allows to change the views that are shared in a project. */
export const sharingPermissions = [
  'UPDATE_PROJECT',
  'PROJECT_SETTINGS_WRITE',
] as const satisfies readonly Permission[];

/** Whether root roles alone allow it in the project. */
export const mayShareByRoot = (caller: Caller, project: string) =>
  rootRolesAllow(caller, sharingPermissions, { project });

export function assertHasViews({ kind }: Caller): void {
  if (kind === 'admin-token') throw noAccess('An API token has no views of its own.');
}

export function assertEditable({ editable, project }: View): void {
  if (!editable) throw missingPermission(sharingPermissions, { project: project ?? undefined });
}

export type ViewPlan = Pick<View, 'kind' | 'name' | 'description' | 'query' | 'columns'>;

export const planView = ({ kind, ...input }: NewView): ViewPlan => ({
  kind,
  ...planSettings(input),
});

export const planSettings = ({ name, description, query, columns }: ViewUpdate) => ({
  name: name.trim(),
  description: description ?? null,
  query: query.trim(),
  columns: columns ?? [],
});

/** What an event contains. */
export const viewData = ({ id, kind, name, description, query, columns }: View) => ({
  id,
  kind,
  name,
  description,
  query,
  columns,
});
