import { expect, test } from 'vitest';
import { atEnd } from '../../testing/cleanup.ts';
import { createDatabase, runOnServer } from '../../testing/database.ts';
import { openDatabaseSource } from './database.ts';
import type { Row } from './source.ts';

/** The tables that every version has, with few columns and without the times of some rows. */
const schema = `
  create table settings (name text, content json);
  insert into settings values ('instanceInfo', '{"id": "older"}');
  create table events (id int, type text);
  create table environments (name text, enabled boolean);
  insert into environments values ('live', null), ('test', false);
  create table projects (id text, name text);
  insert into projects values ('shop', 'Shop');
  create table project_environments (project_id text, environment_name text);
  insert into project_environments values ('shop', 'live');
  create table features (name text, archived boolean, variants json, created_at timestamp);
  insert into features values
    ('plain', false, null, null), ('gone', true, null, null),
    ('many', false, '[{"name": "red", "weight": 1000}]', '2020-02-03 04:05:06');
  create table feature_environments (
    feature_name text, environment text, enabled boolean, last_seen_at timestamptz);
  insert into feature_environments values
    ('many', 'live', true, '2024-01-02 03:04:05+02'), ('plain', 'live', false, null);
  create table feature_strategies (
    id text, feature_name text, environment text, strategy_name text, parameters json, created_at text);
  insert into feature_strategies values
    ('second', 'many', 'live', 'default', null, '2020-02-01'),
    ('first', 'many', 'live', 'flexibleRollout', '{"rollout": 50, "list": [1], "no": null}', '2020-01-01');
  create table segments (id int, name text, constraints json);
  insert into segments values (1, 'all', null);
  create table users (id int, username text);
  insert into users values (7, 'ann');
  create table roles (id int, name text, type text);
  insert into roles values (1, 'Admin', 'root'), (3, 'Viewer', 'root'), (9, 'Own', 'custom');
  create table role_user (user_id int, role_id int, project text);
  create table permissions (id int, permission text);
  insert into permissions values (5, 'UPDATE_FEATURE');
  create table role_permission (role_id int, permission_id int, environment text);
  insert into role_permission values (9, 5, '');
  create table api_tokens (secret text, type text);
  create table context_fields (name text, legal_values text);
  insert into context_fields values ('plan', 'free, paid,,'), ('region', null);
  create table feature_types (id text, name text, lifetime_days int);
  insert into feature_types values ('release', 'Release', 0), ('kill-switch', 'Kill', 99999);
  create table strategies (name text);
  insert into strategies values ('default'), ('own');
  create table client_applications (app_name text, updated_at timestamptz);
  insert into client_applications values ('web', '2024-05-06 07:08:09+00'), ('cli', null);
  create table client_instances (app_name text, instance_id text, environment text);
  insert into client_instances values ('web', 'one', null)`;

const epoch = '1970-01-01T00:00:00.000Z';

async function rowsOf(): Promise<Record<string, Row[]>> {
  const { url, drop } = await createDatabase('bare');
  atEnd(drop);
  await runOnServer(schema, url);
  const source = await openDatabaseSource(url);
  atEnd(source.close);
  const rows: Record<string, Row[]> = {};
  for await (const batch of source.batches()) {
    for (const [table, more] of Object.entries(batch.rows)) {
      rows[table] = [...(rows[table] ?? []), ...(more ?? [])];
    }
  }
  return rows;
}

test('what a database of an older Unleash does not have gets the defaults of Unleash', async () => {
  const rows = await rowsOf();

  const named = (table: string, column: string) =>
    Object.fromEntries((rows[table] ?? []).map((row) => [row[column], row]));
  expect(rows.environments).toMatchObject([
    { name: 'live', type: 'production', enabled: true, sort_order: 9999, created_at: epoch },
    { name: 'test', enabled: false },
  ]);
  expect(rows.projects).toMatchObject([{ id: 'shop', mode: 'open', flag_limit: null }]);
  expect(named('flags', 'name')).toMatchObject({
    plain: { project: 'default', type: 'release', archived_at: null, created_at: epoch },
    gone: { archived_at: epoch },
    many: { created_at: '2020-02-03T04:05:06.000Z' },
  });
  expect(named('flag_environments', 'flag')).toMatchObject({
    many: { enabled: true, variants: [{ name: 'red', weight: 1000 }] },
    plain: { enabled: false, variants: [] },
  });
  expect(rows.strategies).toMatchObject([
    { name: 'flexibleRollout', parameters: { rollout: '50', list: '[1]', no: '' } },
    { name: 'default', parameters: {}, constraints: [], sort_order: 9999 },
  ]);
  const { flag_stages: stages = [] } = rows;
  expect(stages.map(({ flag, stage }) => [flag, stage])).toEqual([
    ['gone', 'initial'],
    ['gone', 'archived'],
    ['many', 'initial'],
    ['plain', 'initial'],
  ]);
  expect(rows.flag_usage).toEqual([
    {
      flag: 'many',
      environment: 'live',
      last_seen_at: '2024-01-02T01:04:05.000Z',
      hour: '2024-01-02T01:00:00.000Z',
      yes: 0,
      no: 0,
    },
  ]);
  expect(rows.users).toMatchObject([{ id: 7, account_type: 'User', root_role_id: 3 }]);
  expect(rows.role_permissions).toEqual([
    { role_id: 9, permission: 'UPDATE_FEATURE', environment: null },
  ]);
  expect(named('context_fields', 'name')).toMatchObject({
    plan: { legal_values: [{ value: 'free' }, { value: 'paid' }] },
    region: { legal_values: [] },
  });
  expect(named('flag_types', 'id')).toMatchObject({
    release: { lifetime_days: null },
    'kill-switch': { lifetime_days: 36_500 },
  });
  expect(rows.strategy_types).toMatchObject([{ name: 'own', title: 'own', deprecated: false }]);
  expect(named('applications', 'name')).toMatchObject({
    web: { seen_at: '2024-05-06T07:08:09.000Z' },
    cli: { seen_at: epoch },
  });
  expect(rows.application_instances).toMatchObject([{ environment: 'default', kind: 'client' }]);
});
