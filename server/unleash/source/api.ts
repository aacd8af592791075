import { listUnknownPermissions, listUnsupportedTokens } from './accounts.ts';
import { countEvents, eventPages } from './api-events.ts';
import { openPeerApi, type PeerApi } from './api-reader.ts';
import { allBatches, instanceIdOf } from './database.ts';
import { type ApiAddress, apiRequests } from './requests.ts';
import {
  type Batch,
  type ImportedTable,
  type Omission,
  type Source,
  SourceError,
} from './source.ts';
import { recordOf } from './values.ts';

/** Everything that the admin API has, but for passwords; reads only. */
export async function openApiSource(address: ApiAddress): Promise<Source> {
  const get = apiRequests(address);
  const { versionInfo } = recordOf(await get('/api/admin/ui-config'));
  if (versionInfo === undefined) {
    throw new SourceError(`${address.url} is not the address of an Unleash.`);
  }
  const peer = await openPeerApi(get);
  return {
    id: await instanceIdOf(peer),
    name: 'Unleash',
    remote: true,
    batches: () => known(peer, allBatches(peer)),
    usage: async function* () {},
    events: (after) => eventPages(get, after),
    count: async (after) => ({
      flags: await peer.countFlags(),
      usage: 0,
      events: await countEvents(get, after),
    }),
    omissions: () => listOmissions(peer),
    close: peer.close,
  };
}

/** Columns that the API does not have: what is stored remains, or is the default. */
const unknownColumns: Partial<Record<ImportedTable, readonly string[]>> = {
  environments: ['created_at'],
  roles: ['created_at'],
  users: ['password_hash', 'deleted_at'],
  tag_types: ['created_at'],
  tags: ['created_at'],
  flag_tags: ['created_at'],
  strategies: ['created_at'],
};

/** Unleash 6 responds with an empty list of links unless it is configured to have them. */
const incompleteTables: readonly string[] = ['flag_links'];

/** What the API has of archived flags. */
const archivedTables: readonly ImportedTable[] = ['flags'];

async function* known(peer: PeerApi, batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  for await (const batch of batches) {
    const [first] = batch.rows.flags ?? [];
    const archived = first !== undefined && first.archived_at !== null;
    const wanted = (table: ImportedTable) =>
      (table !== 'role_grants' || peer.has('group_role')) &&
      (table !== 'role_permissions' || peer.has('role_permission')) &&
      (!archived || archivedTables.includes(table));
    const tables = (Object.keys(batch.rows) as ImportedTable[]).filter(wanted);
    const dropped = (table: ImportedTable) => [
      ...(unknownColumns[table] ?? []),
      ...(archived ? ['created_by_user_id'] : []),
      ...(table === 'project_environments' && !peer.has('change_request_settings')
        ? ['required_approvals']
        : []),
    ];
    yield {
      rows: Object.fromEntries(
        tables.map((table) => [
          table,
          (batch.rows[table] ?? []).map((row) =>
            Object.fromEntries(
              Object.entries(row).filter(([column]) => !dropped(table).includes(column)),
            ),
          ),
        ]),
      ),
      complete: Object.fromEntries(
        Object.entries(batch.complete ?? {}).filter(
          ([table]) => wanted(table as ImportedTable) && !incompleteTables.includes(table),
        ),
      ),
    };
  }
}

async function listOmissions(peer: PeerApi): Promise<Omission[]> {
  const users = (await peer.readAll('users')).length;
  return [
    { what: 'passwords', count: users, reason: 'the API does not have them; users set new ones' },
    ...(peer.has('api_tokens')
      ? []
      : [{ what: 'API tokens', reason: 'the API does not show secrets; create new tokens' }]),
    {
      what: 'personal tokens, favorites, usage and instances of applications',
      reason: 'import the database to bring them',
    },
    ...(peer.has('change_requests')
      ? []
      : [{ what: 'change requests', reason: 'the API of this edition does not have them' }]),
    { what: 'strategies of archived flags', reason: 'the API does not have them' },
    ...(peer.has('group_role')
      ? []
      : [{ what: 'project roles', reason: 'the API of this edition does not have them' }]),
    ...(peer.has('role_permission')
      ? []
      : [{ what: 'permissions of roles', reason: 'the API of this edition does not have them' }]),
    ...(await listUnsupportedTokens(peer)),
    ...(await listUnknownPermissions(peer)),
  ];
}
