import { inParallel, readRequests } from './api-requests.ts';
import { apiTables, flagRows, projectRows } from './api-tables.ts';
import type { PeerDatabase } from './queries.ts';
import type { Get } from './requests.ts';
import { type Row, SourceError } from './source.ts';
import { listOf, recordOf, textOf } from './values.ts';

/** The same rows from the API, as far as it has them; `has` is false for other tables. */
export type PeerApi = PeerDatabase & { countFlags: () => Promise<number> };

type Tables = Partial<Record<string, Row[]>>;

/** Of each flag, three responses are read; so many flags are read at once. */
const pageSize = 50;
const archivedSize = 500;

/** Lists of 100,000 flags in all projects take about 100 MB. */
const memory = { listBytesMax: 256 * 1024 ** 2, pageBytesMax: 64 * 1024 ** 2 };

/** What belongs to projects, with the names of their flags. */
type Projects = { tables: Tables; live: FlagName[]; archived: Row[] };
type FlagName = { project: string; name: string };

export async function openPeerApi(
  get: Get,
  { listBytesMax, pageBytesMax } = memory,
): Promise<PeerApi> {
  const getList = limited(get, listBytesMax);
  const responses = new Map<string, Promise<unknown>>();
  const getOnce: Get = (path) => {
    const known = responses.get(path) ?? getList(path);
    responses.set(path, known);
    return known;
  };
  const projects = await readProjects(getList);
  const users = (await apiTables.users?.(getOnce)) ?? [];
  const ids = (projects.tables.projects ?? []).map(({ id }) => String(id));
  const requests = await readRequests(getList, ids, users);
  const tokens = (await apiTables.api_tokens?.(getOnce)) ?? [];
  const dependencies = new Map<unknown, Row[]>();
  let page: Tables = {};
  const absent = new Set([
    ...((await getOnce('/api/admin/roles')) === undefined ? ['role_permission'] : []),
    ...(tokens.every(hasSecret) ? [] : ['api_tokens']),
  ]);
  const loaded: Tables = { ...projects.tables, ...requests };
  const has = (table: string) =>
    !absent.has(table) &&
    (Object.hasOwn(apiTables, table) || Object.hasOwn(loaded, table) || flagTables.includes(table));
  const readAll = async (table: string) => {
    const rows = Object.hasOwn(apiTables, table) ? await apiTables[table]?.(getOnce) : [];
    return [...(rows ?? []), ...(loaded[table] ?? [])];
  };
  async function* flagPages(columns?: readonly string[]): AsyncGenerator<Row[]> {
    for (let start = 0; start < projects.live.length; start += pageSize) {
      const names = projects.live.slice(start, start + pageSize);
      if (columns) yield names.map(({ name }) => ({ name }));
      else {
        page = await readFlags(limited(get, pageBytesMax), names);
        for (const row of page.dependent_features ?? []) dependencies.set(row.child, [row]);
        yield page.features ?? [];
      }
    }
    page = {};
    // What belongs to archived flags is not known, so that it must not be taken for deleted.
    if (columns) return;
    for (let start = 0; start < projects.archived.length; start += archivedSize) {
      yield projects.archived.slice(start, start + archivedSize);
    }
  }
  return {
    has,
    readAll,
    readOf: async (table, column, values) => {
      const wanted = new Set(values.map(String));
      if (table === 'dependent_features') {
        return values.flatMap((child) => dependencies.get(child) ?? []);
      }
      const rows = flagTables.includes(table) ? (page[table] ?? []) : await readAll(table);
      return rows.filter((row) => wanted.has(String(row[column])));
    },
    readPages: (table, _, { columns } = {}) =>
      table === 'features' ? flagPages(columns) : onePage(readAll(table)),
    count: async (table) => (await readAll(table)).length,
    countFlags: async () => projects.live.length + projects.archived.length,
    newestHours: async () => [],
    applicationUsage: async () => [],
    close: async () => {},
  };
}

/** Pennon, and some versions of Unleash, list a placeholder or none. */
const hasSecret = ({ secret }: Row) =>
  typeof secret === 'string' && !/\.hidden-\d+$|\*{3}/.test(secret);

/** What is in memory at the same time is limited, whatever the source sends. */
function limited(get: Get, bytesMax: number): Get {
  let bytes = 0;
  return async (path) => {
    const response = await get(path);
    bytes += JSON.stringify(response ?? null).length;
    if (bytes <= bytesMax) return response;
    throw new SourceError(`The responses up to ${path} are too large.`);
  };
}

const flagTables = [
  'features',
  'feature_environments',
  'feature_strategies',
  'feature_strategy_segment',
  'feature_tag',
  'feature_link',
  'feature_lifecycles',
  'dependent_features',
];

async function* onePage(rows: Promise<Row[]>): AsyncGenerator<Row[]> {
  const all = await rows;
  if (all.length > 0) yield all;
}

async function readProjects(get: Get): Promise<Projects> {
  const { projects } = recordOf(await get('/api/admin/projects'));
  const result: Projects = { tables: {}, live: [], archived: [] };
  for (const project of listOf(projects).map(recordOf)) {
    const id = String(project.id);
    const path = `/api/admin/projects/${encodeURIComponent(id)}`;
    const overview = recordOf(await get(`${path}/overview`));
    addAll(result.tables, projectRows(id, project, overview));
    addAll(result.tables, grantRows(id, await get(`${path}/access`)));
    addAll(result.tables, approvalRows(id, await get(`${path}/change-requests/config`)));
    const { features } = recordOf(await get(`${path}/features`));
    const names = listOf(features).map((it) => String(recordOf(it).name));
    result.live.push(...names.map((name) => ({ project: id, name })));
    result.archived.push(...(await readArchived(get, id)).map((it) => archivedRow(id, it)));
  }
  return result;
}

const searchSize = 100;

/** Newer versions have only the search, which they limit to some requests a minute. */
async function readArchived(get: Get, project: string): Promise<unknown[]> {
  const id = encodeURIComponent(project);
  const archive = await get(`/api/admin/archive/features/${id}`);
  if (archive !== undefined) return listOf(recordOf(archive).features);
  const found: unknown[] = [];
  for (;;) {
    const query = `project=IS:${id}&archived=IS:true&sortBy=name&limit=${searchSize}`;
    const path = `/api/admin/search/features?${query}&offset=${found.length}`;
    const page = listOf(recordOf(await get(path)).features);
    found.push(...page);
    if (page.length < searchSize) return found;
  }
}

function addAll(tables: Tables, added: Tables): void {
  for (const [table, rows] of Object.entries(added)) {
    tables[table] = [...(tables[table] ?? []), ...(rows ?? [])];
  }
}

/** No tables, if the edition has no project roles. */
function grantRows(project: string, access: unknown): Tables {
  if (access === undefined) return {};
  const { users, groups } = recordOf(access);
  const grants = (list: unknown, column: string) =>
    listOf(list).flatMap((it) => {
      const { id, roleId, roles, addedAt } = recordOf(it);
      const ids = Array.isArray(roles) ? roles : [roleId];
      return ids.map((role_id: unknown) => ({
        project,
        role_id,
        [column]: id,
        created_at: addedAt,
      }));
    });
  return { role_user: grants(users, 'user_id'), group_role: grants(groups, 'group_id') };
}

/** No table, if the edition has no change requests. */
function approvalRows(project: string, config: unknown): Tables {
  if (config === undefined) return {};
  const settings = listOf(config)
    .map(recordOf)
    .filter(({ changeRequestEnabled }) => changeRequestEnabled === true);
  return {
    change_request_settings: settings.map(({ environment, requiredApprovals }) => ({
      project,
      environment,
      required_approvals: requiredApprovals ?? 1,
    })),
  };
}

/** The API has no strategies of archived flags. */
function archivedRow(project: string, value: unknown): Row {
  const flag = recordOf(value);
  return {
    name: flag.name,
    project,
    type: flag.type,
    description: textOf(flag.description),
    stale: flag.stale,
    impression_data: flag.impressionData,
    created_at: flag.createdAt,
    archived_at: flag.archivedAt,
  };
}

async function readFlags(get: Get, flags: readonly FlagName[]): Promise<Tables> {
  const page: Tables = {};
  for (const rows of await inParallel(flags, (flag) => readFlag(get, flag))) {
    addAll(page, rows ?? {});
  }
  return page;
}

/** Undefined if the flag was deleted meanwhile. */
async function readFlag(get: Get, { project, name }: FlagName): Promise<Tables | undefined> {
  const [scope, flag] = [project, name].map(encodeURIComponent);
  const path = `/api/admin/projects/${scope}/features/${flag}`;
  const response = await get(`${path}?variantEnvironments=true`);
  if (response === undefined) return undefined;
  const tags = await get(`/api/admin/features/${flag}/tags`);
  const stages = await get(`${path}/lifecycle`);
  return flagRows(recordOf(response), tags, stages);
}
