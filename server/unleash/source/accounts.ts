import { hashSecret } from '../../identity/api-tokens/secret.ts';
import { isPermission } from '../../platform/permissions.ts';
import type { PeerDatabase } from './queries.ts';
import type { Batch, Omission, Row } from './source.ts';
import {
  epoch,
  flagOf,
  groupBy,
  listOf,
  momentOf,
  numberOf,
  recordOf,
  textOf,
  textsOf,
} from './values.ts';

const rootTypes = ['root', 'root-custom'];
const builtInTypes = ['root', 'project'];
const roleTypes = [...rootTypes, 'project', 'custom'];

/** Roles that Pennon has already are only recognised by their names. */
export async function* roleBatches(peer: PeerDatabase): AsyncGenerator<Batch> {
  const roles = (await peer.readAll('roles')).filter(({ type }) =>
    roleTypes.includes(String(type)),
  );
  const isBuiltIn = ({ type }: Row) => builtInTypes.includes(String(type));
  yield {
    rows: { roles: roles.filter(isBuiltIn).map(({ id, name, type }) => ({ id, name, type })) },
  };
  const custom = roles.filter((role) => !isBuiltIn(role));
  const ids = custom.map(({ id }) => id);
  yield {
    rows: {
      roles: custom.map(({ id, name, description, type, created_at }) => ({
        id,
        name,
        description: textOf(description) ?? '',
        type,
        created_at: momentOf(created_at) ?? epoch,
      })),
      role_permissions: (await readPermissions(peer, ids)).filter(({ permission }) =>
        isPermission(String(permission)),
      ),
    },
    complete: { role_permissions: ids },
  };
}

/** Older versions refer to the permission by id. */
async function readPermissions(peer: PeerDatabase, roles: readonly unknown[]): Promise<Row[]> {
  const names = new Map(
    (await peer.readAll('permissions')).map(({ id, permission }) => [id, permission]),
  );
  return (await peer.readOf('role_permission', 'role_id', roles)).map((row) => ({
    role_id: row.role_id,
    permission: textOf(row.permission ?? names.get(row.permission_id)),
    environment: textOf(row.environment) || null,
  }));
}

export async function listUnknownPermissions(peer: PeerDatabase): Promise<Omission[]> {
  const roles = (await peer.readAll('roles')).filter(({ type }) =>
    ['custom', 'root-custom'].includes(String(type)),
  );
  const rows = await readPermissions(
    peer,
    roles.map(({ id }) => id),
  );
  const unknown = groupBy(
    rows.filter(({ permission }) => !isPermission(String(permission))),
    'permission',
  );
  return [...unknown].map(([permission, found]) => ({
    what: `permission ${permission} of roles`,
    count: found.length,
    reason: 'Pennon has no such permission',
  }));
}

const viewer = 3;

export async function* userBatches(peer: PeerDatabase): AsyncGenerator<Batch> {
  const roles = await peer.readAll('roles');
  const rootRoles = new Set(
    roles.filter(({ type }) => rootTypes.includes(String(type))).map(({ id }) => id),
  );
  const fallback = roles.find(({ type, name }) => type === 'root' && name === 'Viewer')?.id;
  for await (const page of peer.readPages('users', ['id'])) {
    const users = page.filter(({ id, is_system }) => !flagOf(is_system) && Number(id) > 0);
    const grants = await peer.readOf(
      'role_user',
      'user_id',
      users.map(({ id }) => id),
    );
    const roleOf = new Map(
      grants.filter(({ role_id }) => rootRoles.has(role_id)).map((it) => [it.user_id, it.role_id]),
    );
    yield {
      rows: { users: users.map((it) => userRow(it, roleOf.get(it.id) ?? fallback ?? viewer)) },
    };
  }
}

const userRow = (user: Row, role: unknown): Row => ({
  id: user.id,
  account_type: flagOf(user.is_service) ? 'Service Account' : 'User',
  username: textOf(user.username),
  email: textOf(user.email),
  name: textOf(user.name),
  password_hash: textOf(user.password_hash),
  root_role_id: role,
  created_at: momentOf(user.created_at) ?? epoch,
  seen_at: momentOf(user.seen_at),
  deleted_at: momentOf(user.deleted_at),
});

export async function* groupBatches(peer: PeerDatabase): AsyncGenerator<Batch> {
  for await (const groups of peer.readPages('groups', ['id'])) {
    const ids = groups.map(({ id }) => id);
    const members = await peer.readOf('group_user', 'group_id', ids);
    yield {
      rows: {
        groups: groups.map((group) => ({
          id: group.id,
          name: group.name,
          description: textOf(group.description),
          mappings_sso: textsOf(group.mappings_sso),
          root_role_id: numberOf(group.root_role_id),
          created_at: momentOf(group.created_at) ?? epoch,
          created_by: textOf(group.created_by),
        })),
        group_members: members.map((member) => ({
          group_id: member.group_id,
          user_id: member.user_id,
          joined_at: momentOf(member.created_at) ?? epoch,
          created_by: textOf(member.created_by),
        })),
      },
      complete: { group_members: ids },
    };
  }
}

/** In projects; root roles belong to the user or the group. */
export async function readGrants(peer: PeerDatabase, projects: readonly unknown[]) {
  const rootRoles = new Set(
    (await peer.readAll('roles'))
      .filter(({ type }) => rootTypes.includes(String(type)))
      .map(({ id }) => id),
  );
  const ofUsers = await peer.readOf('role_user', 'project', projects);
  const ofGroups = await peer.readOf('group_role', 'project', projects);
  return [...ofUsers, ...ofGroups]
    .filter(({ role_id }) => !rootRoles.has(role_id))
    .map(
      (grant): Row => ({
        project: grant.project,
        role_id: grant.role_id,
        user_id: grant.user_id ?? null,
        group_id: grant.group_id ?? null,
        created_at: momentOf(grant.created_at) ?? epoch,
      }),
    );
}

const tokenTypes: Readonly<Record<string, string>> = {
  admin: 'admin',
  client: 'client',
  backend: 'client',
  frontend: 'frontend',
};

const isOfOneEnvironment = ({ type, environment }: Row) =>
  type === 'admin' || !['', '*'].includes(textOf(environment) ?? '');

export async function* tokenBatches(peer: PeerDatabase): AsyncGenerator<Batch> {
  if (peer.has('api_tokens')) yield await apiTokenBatch(peer);
  if (!peer.has('personal_access_tokens')) return;
  const personal = (await peer.readAll('personal_access_tokens')).map(personalTokenRow);
  yield { rows: { personal_tokens: personal }, complete: { personal_tokens: 'all' } };
}

/** An alias is another secret of the token: it becomes a token of its own. */
async function apiTokenBatch(peer: PeerDatabase): Promise<Batch> {
  const tokens = (await peer.readAll('api_tokens')).filter(
    (token) => tokenTypes[String(token.type)] !== undefined && isOfOneEnvironment(token),
  );
  const scopes = groupBy(await peer.readAll('api_token_project'), 'secret');
  const projectsOf = ({ secret }: Row) =>
    (scopes.get(String(secret)) ?? []).map(({ project }) => project);
  const stored = tokens.flatMap((token) => {
    const secrets = [textOf(token.secret), textOf(token.alias)];
    return secrets.flatMap((secret) =>
      secret ? [{ row: tokenRow(token, hashSecret(secret)), projects: projectsOf(token) }] : [],
    );
  });
  return {
    rows: {
      api_tokens: stored.map(({ row, projects }) => ({
        ...row,
        all_projects: projects.length === 0 || projects.includes('*'),
      })),
      api_token_projects: stored.flatMap(({ row, projects }) =>
        projects.includes('*')
          ? []
          : projects.map((project) => ({ token_id: row.secret_hash, project })),
      ),
    },
    complete: { api_tokens: 'all', api_token_projects: stored.map(({ row }) => row.secret_hash) },
  };
}

const tokenRow = (token: Row, secretHash: string): Row => ({
  name: textOf(token.token_name) ?? textOf(token.username) ?? 'imported',
  type: tokenTypes[String(token.type)],
  secret_hash: secretHash,
  environment: token.type === 'admin' ? null : token.environment,
  created_at: momentOf(token.created_at) ?? epoch,
  expires_at: momentOf(token.expires_at),
  seen_at: momentOf(token.seen_at),
});

const personalTokenRow = (token: Row): Row => ({
  user_id: token.user_id,
  description: textOf(token.description) ?? 'imported',
  secret_hash: hashSecret(String(token.secret)),
  created_at: momentOf(token.created_at) ?? epoch,
  expires_at: momentOf(token.expires_at),
  seen_at: momentOf(token.seen_at),
});

export async function listUnsupportedTokens(peer: PeerDatabase): Promise<Omission[]> {
  const tokens = (await peer.readAll('api_tokens')).filter((token) => !isOfOneEnvironment(token));
  if (tokens.length === 0) return [];
  const reason = 'a client or frontend token of Pennon has one environment; create new tokens';
  return [{ what: 'API tokens for all environments', count: tokens.length, reason }];
}

/** The origins that browsers may call the frontend API from. */
export async function* settingBatches(peer: PeerDatabase): AsyncGenerator<Batch> {
  const settings = await peer.readAll('settings');
  const content = recordOf(settings.find(({ name }) => name === 'unleash.frontend')?.content);
  const origins = listOf(content.frontendApiOrigins);
  if (origins.length === 0) return;
  yield {
    rows: { installation_settings: [{ only_row: true, frontend_origins: textsOf(origins) }] },
  };
}
