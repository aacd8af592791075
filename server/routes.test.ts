import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { EventDefinition } from './events/catalogue/definition.ts';
import { catalogue, describeEvent } from './events/catalogue.ts';
import type { EventType } from './events/types.ts';
import { aProject, changesSince, lastEventId } from './testing/a.ts';
import { flagsWithRequest, listPending, pendingAsStored } from './testing/change-requests.ts';
import { atEnd } from './testing/cleanup.ts';
import type { Example, ExampleCall } from './testing/example.ts';
import { fingerprint } from './testing/fingerprint.ts';
import { aWorld, callExample, examples, nameOf } from './testing/world.ts';

const world = await aWorld();
const { app, db } = world;
await refuseEventsOnDemand();

/** Routes that only serve pages: the OpenAPI page and the console. */
const pages = /^\/(docs\/|assets\/|$)/;

/** Methods that the protocol wants to be refused with 405. */
const refused = ['GET /mcp', 'DELETE /mcp'];

const isWrite = ({ method }: Example) => method !== 'GET';
const named = (example: Example) => [nameOf(example), example] as const;

test('every route has exactly one example', () => {
  const registered = app.registeredRoutes.filter(
    (route) => !pages.test(route.split(' ')[1] ?? '') && !refused.includes(route),
  );

  expect(examples.map(nameOf).sort()).toEqual([...registered].sort());
});

test.each(examples.filter((example) => !isWrite(example)).map(named))(
  '%s: its example succeeds',
  async (_, example) => {
    const { status, body } = await callExample(world, example, await example.arrange(world));

    expect(status, JSON.stringify(body)).toBeLessThan(400);
  },
);

describe('every write', () => {
  // One pass for all of it, because arranging the example takes most of the time.
  test.each(examples.filter(isWrite).map(named))(
    '%s: fails if its events do, succeeds and records them, and no cached response is stale',
    async (_, example) => {
      const project = await aProject(db, { mode: 'private' });
      const call = await example.arrange({ ...world, project });
      const flags = await flagsWithRequest(db, project);
      await flushReports();
      if (Array.isArray(example.records)) await expectNoChangeWithoutEvents(example, call);
      for (const flag of flags) await listPending(world, project, flag);
      const before = await lastEventId(db);

      const { status, body } = await callExample(world, example, call);

      expect(status, JSON.stringify(body)).toBeLessThan(400);
      await expectEvents(example, before);
      for (const flag of flags) {
        const pending = await listPending(world, project, flag);
        expect(pending).toEqual(await pendingAsStored(db, project, flag));
      }
    },
  );

  async function expectNoChangeWithoutEvents(example: Example, call: ExampleCall): Promise<void> {
    await sql`update refusal set active = true`.execute(db);
    const before = await fingerprint(db);
    const { status, body } = await callExample(world, example, call);
    const after = await fingerprint(db);
    await sql`update refusal set active = false`.execute(db);

    expect(status).toBe(500);
    const message = 'Internal server error.';
    const ofScim = { schemas: [expect.any(String)], status: '500', detail: message };
    expect(body).toEqual({
      id: expect.any(String),
      name: 'InternalError',
      message,
      details: [{ message }],
      ...(example.access === 'scim' && ofScim),
    });
    expect(after).toEqual(before);
  }

  async function expectEvents({ records }: Example, before: number): Promise<void> {
    const events = await changesSince(db, before);

    expect(records, 'a write declares its events').toBeDefined();
    expect(events.map(({ type }) => type)).toEqual('nothing' in (records ?? {}) ? [] : records);
    for (const event of events) {
      const names = scopes[catalogue[event.type as EventType].scope];
      expect(names(event), `${event.type} has the members of its scope`).toBe(true);
      const { summary } = describeEvent({ ...event, createdBy: 'ada' });
      expect(summary.replaceAll(/\*\*.*?\*\*/g, '')).not.toMatch(/\b(?!userId)[a-z]+[A-Z]/);
    }
  }
});

/** Otherwise reports of SDKs and the last use of tokens are written later, during another test. */
async function flushReports(): Promise<void> {
  await app.intake.flush();
  await app.delivery.poll();
  await sql`update personal_tokens set seen_at = now()`.execute(db);
  await sql`update api_tokens set seen_at = now()`.execute(db);
}

/** By a trigger with a switch, because a change of the table would invalidate all plans each time. */
async function refuseEventsOnDemand(): Promise<void> {
  await sql`
    create table refusal as select false as active;
    create function refuse_event() returns trigger language plpgsql as $$
      begin
        if (select active from refusal) then raise exception 'refused by a test'; end if;
        return new;
      end
    $$;
    create trigger refuse_event before insert on events execute function refuse_event()`.execute(
    db,
  );
  atEnd(() => sql`drop table refusal; drop function refuse_event cascade`.execute(db));
}

type Named = { project: string | null; featureName: string | null };

const scopes: Record<EventDefinition['scope'], (event: Named) => boolean> = {
  installation: ({ project, featureName }) => project === null && featureName === null,
  shared: ({ featureName }) => featureName === null,
  project: ({ project }) => project !== null,
  flag: ({ project, featureName }) => project !== null && featureName !== null,
};
