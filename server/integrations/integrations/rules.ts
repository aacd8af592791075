import { badData } from '../../platform/errors.ts';
import type { Permission } from '../../platform/permissions.ts';
import { isKind, type KindName, kindOf } from '../kinds/rules.ts';
import type { Integration, IntegrationFilter } from './schema.ts';

/** What is shown instead of a secret; sent back, it keeps the stored one. */
export const mask = '*****';

/** The two secrets that sign requests, stored beside those of the parameters. */
export const signingSecret = 'signingSecret';
export const previousSigningSecret = 'previousSigningSecret';

type Permissions = readonly [Permission, ...Permission[]];

/** The integrations of the installation, and those of one project, have the same routes. */
export const scopes = [
  {
    path: '/api/admin/integrations',
    title: 'Integration',
    tag: 'Integrations',
    read: ['CREATE_ADDON', 'UPDATE_ADDON', 'DELETE_ADDON'],
    create: ['CREATE_ADDON'],
    update: ['UPDATE_ADDON'],
    remove: ['DELETE_ADDON'],
  },
  {
    path: '/api/admin/projects/:projectId/integrations',
    title: 'ProjectIntegration',
    tag: 'Projects',
    read: ['UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE', 'PROJECT_SETTINGS_READ'],
    create: ['UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE'],
    update: ['UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE'],
    remove: ['UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE'],
  },
] as const satisfies readonly ({ path: string; title: string; tag: string } & Record<
  'read' | 'create' | 'update' | 'remove',
  Permissions
>)[];

export type IntegrationScope = (typeof scopes)[number];

type ScopeParams = { projectId?: string };

/** The project of the path; null for the installation. */
export const scopeOf = (params: ScopeParams) => ({ project: params.projectId ?? null });
export const keyOf = (params: ScopeParams & { id: number }) => ({
  id: params.id,
  ...scopeOf(params),
});

/** What users configure. */
export type Settings = {
  name: string;
  description: string | null;
  enabled: boolean;
  filter: IntegrationFilter;
  installationEvents: boolean;
  parameters: Readonly<Record<string, string>>;
  /** Encrypted. */
  secrets: Readonly<Record<string, string>>;
};

export type StoredIntegration = Settings & {
  id: number;
  uid: string;
  project: string | null;
  kind: KindName;
  createdAt: string;
  position: number;
  failures: number;
  failingSince: string | null;
  nextAttemptAt: string;
  parkedAt: string | null;
  previousSecretUntil: string | null;
};

export type PlannedParameters = {
  plain: Record<string, string>;
  /** Not encrypted yet. */
  fresh: Record<string, string>;
  /** Names of secrets that keep their stored value. */
  kept: string[];
};

/** Checks the parameters of a kind and separates secrets; an empty text counts as absent. */
export function planParameters(
  kind: KindName,
  given: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, string>> = {},
): PlannedParameters {
  const { parameters, check } = kindOf(kind);
  const values = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value !== ''),
  ) as Record<string, string>;
  const plan: PlannedParameters = { plain: {}, fresh: {}, kept: [] };
  for (const [name, value] of Object.entries(values)) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (!parameter) throw refused(name, `is no parameter of kind "${kind}"`);
    if (!parameter.sensitive) plan.plain[name] = value;
    else if (value !== mask) plan.fresh[name] = value;
    else if (stored[name] === undefined) throw refused(name, 'has no stored value to keep');
    else plan.kept.push(name);
    const problem = plan.kept.includes(name) ? undefined : parameter.check?.(value);
    if (problem !== undefined) throw refused(name, problem);
  }
  for (const [name, { required }] of Object.entries(parameters)) {
    if (required && values[name] === undefined) throw refused(name, 'is required');
  }
  const problem = check?.(values);
  if (problem) throw refused(...problem);
  return plan;
}

const refused = (name: string, problem: string) =>
  badData(`"${name}" ${problem}.`, `/body/parameters/${name}`);

/** Plain parameters as stored, secrets as masks. */
export function shownParameters({ parameters, secrets }: Settings): Record<string, string> {
  const hidden = Object.keys(secrets).filter(
    (name) => name !== signingSecret && name !== previousSigningSecret,
  );
  return { ...parameters, ...Object.fromEntries(hidden.map((name) => [name, mask])) };
}

export const stateOf = ({ enabled, parkedAt, failingSince }: StoredIntegration) => {
  if (!enabled) return 'disabled';
  if (parkedAt !== null) return 'parked';
  return failingSince === null ? 'active' : 'failing';
};

export function viewIntegration(stored: StoredIntegration): Integration {
  const { uid: _, secrets: __, parameters: ___, nextAttemptAt, ...rest } = stored;
  const state = stateOf(stored);
  return {
    ...rest,
    parameters: shownParameters(stored),
    state,
    nextAttemptAt: state === 'failing' ? nextAttemptAt : null,
  };
}

/** An integration as recorded in events: without parameters, of which some are secret. */
export const integrationData = ({ id, kind, ...rest }: StoredIntegration) => ({
  id,
  name: rest.name,
  provider: kind,
  description: rest.description,
  enabled: rest.enabled,
  installationEvents: rest.installationEvents,
  filter: rest.filter,
});

export function assertKind(name: string, path: string): KindName {
  if (isKind(name)) return name;
  throw badData(`"${name}" is no kind of integration.`, path);
}
