const rootPermissions = [
  'ADMIN',
  'CREATE_ADDON',
  'UPDATE_ADDON',
  'DELETE_ADDON',
  'READ_CLIENT_API_TOKEN',
  'CREATE_CLIENT_API_TOKEN',
  'UPDATE_CLIENT_API_TOKEN',
  'DELETE_CLIENT_API_TOKEN',
  'READ_FRONTEND_API_TOKEN',
  'CREATE_FRONTEND_API_TOKEN',
  'UPDATE_FRONTEND_API_TOKEN',
  'DELETE_FRONTEND_API_TOKEN',
  'UPDATE_APPLICATION',
  'CREATE_CONTEXT_FIELD',
  'UPDATE_CONTEXT_FIELD',
  'DELETE_CONTEXT_FIELD',
  'CREATE_PROJECT',
  'READ_ROLE',
  'CREATE_SEGMENT',
  'UPDATE_SEGMENT',
  'DELETE_SEGMENT',
  'CREATE_STRATEGY',
  'UPDATE_STRATEGY',
  'DELETE_STRATEGY',
  'CREATE_TAG_TYPE',
  'UPDATE_TAG_TYPE',
  'DELETE_TAG_TYPE',
] as const;

const projectPermissions = [
  'CREATE_FEATURE',
  'UPDATE_FEATURE',
  'DELETE_FEATURE',
  'UPDATE_FEATURE_DEPENDENCY',
  'UPDATE_FEATURE_VARIANTS',
  'MOVE_FEATURE_TOGGLE',
  'UPDATE_PROJECT',
  'DELETE_PROJECT',
  'READ_PROJECT_API_TOKEN',
  'CREATE_PROJECT_API_TOKEN',
  'DELETE_PROJECT_API_TOKEN',
  'UPDATE_PROJECT_SEGMENT',
  'PROJECT_USER_ACCESS_READ',
  'PROJECT_USER_ACCESS_WRITE',
  'PROJECT_DEFAULT_STRATEGY_READ',
  'PROJECT_DEFAULT_STRATEGY_WRITE',
  'PROJECT_CHANGE_REQUEST_READ',
  'PROJECT_CHANGE_REQUEST_WRITE',
  'PROJECT_SETTINGS_READ',
  'PROJECT_SETTINGS_WRITE',
] as const;

const environmentPermissions = [
  'CREATE_FEATURE_STRATEGY',
  'UPDATE_FEATURE_STRATEGY',
  'DELETE_FEATURE_STRATEGY',
  'UPDATE_FEATURE_ENVIRONMENT',
  'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
  'APPROVE_CHANGE_REQUEST',
  'APPLY_CHANGE_REQUEST',
  'SKIP_CHANGE_REQUEST',
] as const;

export type Permission =
  | (typeof rootPermissions)[number]
  | (typeof projectPermissions)[number]
  | (typeof environmentPermissions)[number];

export type PermissionType = 'root' | 'project' | 'environment';

/** Ids have gaps between types, so that a new permission does not renumber others. */
export type PermissionEntry = {
  id: number;
  name: Permission;
  type: PermissionType;
  displayName: string;
};

/** All permissions, in display order. */
export const permissionCatalogue: readonly PermissionEntry[] = [
  ...entries('root', rootPermissions, 1),
  ...entries('project', projectPermissions, 101),
  ...entries('environment', environmentPermissions, 201),
];

const types = new Map<string, PermissionType>(
  permissionCatalogue.map(({ name, type }) => [name, type]),
);

/** The entry with this id, this name, or both. */
export const findPermission = (input: { id?: number; name?: string }) =>
  permissionCatalogue.find(
    ({ id, name }) => (input.id ?? id) === id && (input.name ?? name) === name,
  );

export const permissionsOfType = (type: PermissionType): readonly PermissionEntry[] =>
  permissionCatalogue.filter((entry) => entry.type === type);

export const isPermission = (name: string): name is Permission => types.has(name);
export const typeOfPermission = (name: Permission): PermissionType => types.get(name) ?? 'root';

function entries(
  type: PermissionType,
  names: readonly Permission[],
  firstId: number,
): PermissionEntry[] {
  return names.map((name, index) => ({
    id: firstId + index,
    name,
    type,
    displayName: title(name),
  }));
}

/** `CREATE_API_TOKEN` reads as `Create API token`. */
function title(name: string): string {
  const text = name.toLowerCase().replaceAll('_', ' ').replaceAll('api', 'API');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
