import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { EventDefinition } from './events/catalogue/definition.ts';
import { catalogue } from './events/catalogue.ts';
import type { EventType } from './events/types.ts';
import { anApiToken, aProject, changesSince, lastEventId } from './testing/a.ts';
import type { Example, ExampleCall, Outcome } from './testing/example.ts';
import { fingerprint } from './testing/fingerprint.ts';
import { caseCount } from './testing/scale.ts';
import { type Addition, withAdditions } from './testing/unknown-members.ts';
import { aWorld, callExample, examples, nameOf } from './testing/world.ts';

const world = await aWorld();
const { app, db, people } = world;

/** Routes that only serve pages: the OpenAPI page and the console. */
const pages = /^\/(docs\/|assets\/|$)/;

const writes = examples.filter(({ method }) => method !== 'GET');

describe('every route', () => {
  test('has exactly one example', () => {
    const registered = app.registeredRoutes.filter(
      (route) => !pages.test(route.split(' ')[1] ?? ''),
    );

    expect(examples.map(nameOf).sort()).toEqual([...registered].sort());
  });

  test.each(examples.map((example) => [nameOf(example), example] as const))(
    '%s: its example succeeds and records its events',
    async (_, example) => {
      const call = await example.arrange(world);
      if (example.method !== 'GET') await flushReports();
      const before = await lastEventId(db);

      const { status, body } = await callExample(world, example, call);

      expect(status, JSON.stringify(body)).toBeLessThan(400);
      if (example.method !== 'GET') await expectEvents(example, before);
    },
  );

  async function expectEvents({ records }: Example, before: number): Promise<void> {
    const events = await changesSince(db, before);

    expect(records, 'a write declares its events').toBeDefined();
    expect(events.map(({ type }) => type)).toEqual('nothing' in (records ?? {}) ? [] : records);
    for (const event of events) {
      const names = scopes[catalogue[event.type as EventType].scope];
      expect(names(event), `${event.type} has the members of its scope`).toBe(true);
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

describe('access', () => {
  const restricted = examples.flatMap((example) =>
    typeof example.access === 'string' ? [] : [{ ...example, access: example.access }],
  );

  test.each(restricted.map((example) => [nameOf(example), example] as const))(
    '%s: the outcome for each kind of caller is as in the example',
    async (_, example) => {
      const { viewer, stranger, owner } = people;
      const call = await example.arrange(world);
      const { token: __, ...bare } = call;
      const outcomeFor = async (token: string | null) =>
        outcomeOf(await callExample(world, example, bare, { token }));

      const outcomes = {
        anonymous: await outcomeFor(null),
        client: await outcomeFor(people.clientToken),
        viewer: await outcomeFor(viewer.token),
        stranger: await outcomeFor(stranger.token),
        owner: await outcomeFor(owner.token),
      };

      expect(outcomes).toEqual({
        anonymous: '401 AuthenticationRequired',
        client: '403 NoAccessError',
        viewer: expected(example.access.viewer),
        stranger: expected(example.access.stranger),
        owner: expected(example.access.owner),
      });
    },
  );

  const expected = (outcome: Outcome) =>
    ({ ok: 'ok', 403: '403 NoAccessError', 404: '404 NotFoundError' })[outcome];

  function outcomeOf({ status, body }: { status: number; body: { id: string; name: string } }) {
    if (status < 400) return 'ok';
    expect(body).toMatchObject({ id: expect.any(String), message: expect.any(String) });
    // A repeated call may be refused as invalid or a conflict; it was authorized.
    return status === 400 || status === 409 ? 'ok' : `${status} ${body.name}`;
  }
});

describe('access of SDKs', () => {
  const forSdks = examples.filter(
    ({ access }) => typeof access === 'string' && access !== 'public' && access !== 'scim',
  );

  test.each(forSdks.map((example) => [nameOf(example), example] as const))(
    '%s: accepts a token of its kind only',
    async (_, example) => {
      const { token: __, ...call } = await example.arrange(world);
      const frontendToken = await anApiToken(db, { type: 'frontend' });
      const adminToken = await anApiToken(db, { type: 'admin' });
      const statusFor = async (token: string | null) => {
        const { status } = await callExample(world, example, call, { token });
        return status < 300 ? 'ok' : status;
      };

      const statuses = {
        anonymous: await statusFor(null),
        unknown: await statusFor('*:development.unknown'),
        person: await statusFor(people.owner.token),
        admin: await statusFor(adminToken),
        client: await statusFor(people.clientToken),
        frontend: await statusFor(frontendToken),
      };

      expect(statuses).toEqual({
        anonymous: 401,
        unknown: 401,
        person: 403,
        admin: 403,
        client: example.access === 'frontend' ? 403 : 'ok',
        frontend: example.access === 'client' ? 403 : 'ok',
      });
    },
  );
});

describe('access of the SCIM client', () => {
  const forScim = examples.filter(({ access }) => access === 'scim');

  test.each(forScim.map((example) => [nameOf(example), example] as const))(
    '%s: accepts the SCIM token only',
    async (_, example) => {
      const call = await example.arrange(world);
      const adminToken = await anApiToken(db, { type: 'admin' });
      const tokens = [null, 'scim:unknown', people.owner.token, adminToken, people.clientToken];

      for (const token of tokens) {
        const { status } = await callExample(world, example, call, { token });
        expect(status).toBe(401);
      }
    },
  );

  test('the SCIM token is accepted by no other route', async () => {
    const { token = '' } = (await forScim[0]?.arrange(world)) ?? {};

    for (const path of ['/api/admin/user', '/api/client/features', '/api/frontend']) {
      expect((await world.get(path, { token })).status).toBe(401);
    }
  });
});

describe('a flag of another project', () => {
  const named = examples.filter(({ path }) =>
    /:projectId\/.*:(featureName|child|parent)\b/.test(path),
  );

  test.each(named.map((example) => [nameOf(example), example] as const))(
    '%s: is not found',
    async (_, example) => {
      const call = await example.arrange(world);
      const elsewhere = await aProject(db);

      const response = await callExample(world, example, {
        ...call,
        params: { ...call.params, projectId: elsewhere },
      });

      expect(response).toMatchObject({ status: 404, body: { name: 'NotFoundError' } });
    },
  );
});

type Named = { project: string | null; featureName: string | null };

const scopes: Record<EventDefinition['scope'], (event: Named) => boolean> = {
  installation: ({ project, featureName }) => project === null && featureName === null,
  shared: ({ featureName }) => featureName === null,
  project: ({ project }) => project !== null,
  flag: ({ project, featureName }) => project !== null && featureName !== null,
};

describe('when the event cannot be written', () => {
  const recording = writes.filter(({ records }) => Array.isArray(records));

  test.each(recording.map((example) => [nameOf(example), example] as const))(
    '%s: is 500 and changes no row',
    async (_, example) => {
      const call = await example.arrange(world);
      await flushReports();
      const before = await fingerprint(db);
      await sql`alter table events add constraint broken check (false) not valid`.execute(db);
      const { status, body } = await callExample(world, example, call);
      await sql`alter table events drop constraint broken`.execute(db);

      expect(status).toBe(500);
      const message = 'Internal server error.';
      const ofScim = { schemas: [expect.any(String)], status: '500', detail: message };
      expect(body).toEqual({
        ...{ id: expect.any(String), name: 'InternalError', message, details: [{ message }] },
        ...(example.access === 'scim' && ofScim),
      });
      expect(await fingerprint(db)).toEqual(before);
    },
  );
});

describe('unknown members of the body', () => {
  /** SDKs and SCIM clients send members of their own; the other is a map. */
  const open =
    /^POST \/api\/(client|frontend\/client)\/(metrics|register)|\/environments\/sort-order$| \/scim\/v2\//;
  const closed = writes.filter((example) => !open.test(nameOf(example)));

  const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.constant({ a: [{}] }));
  const name = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 3 }).map((text) => `unknown ${text}`),
    fc.constantFrom('toString', 'constructor', 'a/b', '~', 'a\r\nb: c', 'ü,"%', 'x'.repeat(60)),
  );
  const addition: fc.Arbitrary<Addition> = fc.record({ place: fc.nat(), name, value });
  const additions = fc.uniqueArray(addition, {
    selector: (it) => it.name,
    minLength: 3,
    maxLength: 3,
  });
  const strict = { headers: { prefer: 'handling=strict' } };

  test.each(closed.map((example) => [nameOf(example), example] as const))(
    '%s: are ignored and named, or refused by name',
    async (_, example) => {
      const plain = await outcomeOf(example, await arrangeAlone(example));
      await fc.assert(
        fc.asyncProperty(additions, async (added) => {
          const again = await arrangeAlone(example);
          const { body, pointers } = withAdditions(again.body, added);

          const refused = await callExample(world, example, { ...again, body }, strict);
          const { ignored, ...outcome } = await outcomeOf(example, { ...again, body });

          expect(refused.status).toBe(400);
          expectNamed(refused.body.details, pointers);
          expect(ignored).toEqual(pointers);
          expect(outcome).toEqual(plain);
        }),
        { numRuns: caseCount({ short: 1, full: 20 }), endOnFailure: true },
      );
    },
  );

  /** In a project of its own, so that earlier calls do not change the result. */
  async function arrangeAlone(example: Example): Promise<ExampleCall> {
    const project = await aProject(db, { mode: 'private' });
    const call = await example.arrange({ ...world, project });
    await app.delivery.poll();
    return call;
  }

  /** What a call returns and records, without what differs between two calls. */
  async function outcomeOf(example: Example, call: ExampleCall) {
    const before = await lastEventId(db);
    const { status, body, headers } = await callExample(world, example, call);
    const events = await changesSince(db, before);
    const names = headers['pennon-ignored'];
    const ignored = names === undefined ? {} : { ignored: new Set(String(names).split(', ')) };
    return { status, body: masked(body), events: masked(events), ...ignored };
  }

  /** Without generated names, ids, secrets and times. */
  const masked = (result: unknown) =>
    JSON.stringify(result ?? null)
      .replace(/whsec_[\w+/]+=*/g, 'x')
      .replace(/\b[A-Z2-7]{32}\b|\b([a-z2-7]{4}-){3}[a-z2-7]{4}\b/g, 'x')
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{8,}/g, 'x')
      .replace(/\d+/g, '0');

  /** The members of the body are refused before those of a payload of a change in it. */
  function expectNamed(details: { path: string }[], pointers: ReadonlySet<string>): void {
    const named = details.map(({ path }) => path.replace('/body', ''));
    const all = [...pointers].map((pointer) => decodeURIComponent(pointer));
    const outside = all.filter((pointer) => !pointer.includes('/payload/'));
    const expected = outside.length > 0 ? outside : all;
    expect(expected.map((it) => it.replaceAll('~1', '/').replaceAll('~0', '~'))).toEqual(
      expect.arrayContaining(named),
    );
    if (outside.length > 0) expect(named).toHaveLength(expected.length);
  }
});
