import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { FlagConfiguration } from '../../flags/versions/rules.ts';
import { undoEvent } from '../../history/restore/commands.ts';
import { systemCaller } from '../../platform/caller.ts';
import { openTestDb } from '../../testing/database.ts';
import { transactionsOf } from '../../transactions.ts';
import { createDemo } from '../demo.ts';

const { db } = await openTestDb();
const inTransaction = transactionsOf(db);
await createDemo(db, inTransaction, Date.now(), { events: 1500 });

const one = async (statement: string) =>
  (await sql.raw<Record<string, unknown>>(statement).execute(db)).rows[0] ?? {};

type Recorded = {
  type: string;
  environment: string;
  data: { id: string; description: string | null; parameters: object };
  configuration: FlagConfiguration;
  archived: boolean;
};

const environmentOf = ({ configuration, environment }: Recorded) =>
  configuration.environments[environment];

const hasStrategy = (recorded: Recorded) => {
  const { id, parameters } = recorded.data;
  const strategy = environmentOf(recorded)?.strategies.find((each) => each.id === id);
  expect(strategy?.parameters).toEqual(parameters);
};

const hasDescription = ({ data, configuration }: Recorded) =>
  expect(configuration.description).toBe(data.description);

/** What the version after an event of each type has. */
const check: Record<string, (recorded: Recorded) => void> = {
  'feature-created': (recorded) => {
    const { tags, stale, archived, environments } = recorded.configuration;
    hasDescription(recorded);
    expect({ tags, stale, archived }).toEqual({ tags: [], stale: false, archived: false });
    for (const { enabled, strategies } of Object.values(environments)) {
      expect({ enabled, strategies }).toEqual({ enabled: false, strategies: [] });
    }
  },
  'feature-tagged': ({ data, configuration }) => expect(configuration.tags).toContainEqual(data),
  'feature-strategy-add': hasStrategy,
  'feature-strategy-update': hasStrategy,
  'feature-environment-enabled': (it) => expect(environmentOf(it)?.enabled).toBe(true),
  'feature-environment-disabled': (it) => expect(environmentOf(it)?.enabled).toBe(false),
  'feature-metadata-updated': hasDescription,
  'feature-stale-on': ({ configuration }) => expect(configuration.stale).toBe(true),
  'feature-archived': ({ configuration, archived }) =>
    expect([configuration.archived, archived]).toEqual([true, true]),
};

describe('the versions of the demo', () => {
  test('contain what the events recorded', async () => {
    const { rows } = await sql<Recorded>`
      select events.type, environment, data, configuration,
        versions.archived_at is not null as archived
      from versions join events on events.id = versions.event_id
      where kind = 'flag' and events.created_by_user_id > 0`.execute(db);

    const counts = new Map<string, number>();
    for (const recorded of rows) {
      check[recorded.type]?.(recorded);
      counts.set(recorded.type, (counts.get(recorded.type) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual(Object.keys(check).sort());
    const { missing } = await one(`
      select count(*)::integer as missing from events
      where type = 'feature-environment-disabled' and id not in (select event_id from versions)`);
    expect(missing).toBe(0);
  });

  test('let changes of the last weeks be undone', async () => {
    const edited = await one(`
      select id, project, feature_name as name, pre_data ->> 'description' as before from events
      where type = 'feature-metadata-updated'
        and feature_name in (select name from flags where archived_at is null)
      order by id desc limit 1`);
    const { id, project, name } = edited as { id: number; project: string; name: string };

    const { applied } = await inTransaction((tx) =>
      undoEvent(tx, systemCaller, { project, name, event: id }, { dryRun: false, propose: false }),
    );

    expect(applied).toMatchObject([{ action: 'updateFeature' }]);
    const { description } = await one(`select description from flags where name = '${name}'`);
    expect(description).toBe(edited.before);
  });
});
