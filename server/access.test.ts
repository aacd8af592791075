import { describe, expect, test } from 'vitest';
import { anApiToken, aProject } from './testing/a.ts';
import type { Example, Outcome } from './testing/example.ts';
import { aWorld, callExample, examples, nameOf } from './testing/world.ts';

type Restricted = Omit<Example, 'access'> & { access: Exclude<Example['access'], string> };

const world = await aWorld();
const { db, people } = world;

describe('access', () => {
  const restricted: Restricted[] = examples.flatMap((example) =>
    typeof example.access === 'string' ? [] : [{ ...example, access: example.access }],
  );

  test.each(restricted.map((example) => [nameOf(example), example] as const))(
    '%s: the outcome for each kind of caller is as in the example',
    async (_, example) => {
      const { viewer, stranger, guest, owner } = people;
      const call = await example.arrange(world);
      const { token: __, ...bare } = call;
      const outcomeFor = async (token: string | null) =>
        outcomeOf(await callExample(world, example, bare, { token }));

      const outcomes = {
        anonymous: await outcomeFor(null),
        client: await outcomeFor(people.clientToken),
        viewer: await outcomeFor(viewer.token),
        stranger: await outcomeFor(stranger.token),
        guest: await outcomeFor(guest.token),
        owner: await outcomeFor(owner.token),
      };

      expect(outcomes).toEqual({
        anonymous: '401 AuthenticationRequired',
        client: '403 NoAccessError',
        viewer: expected(example.access.viewer),
        stranger: expected(example.access.stranger),
        guest: expected(example.access.guest ?? outcomeOfGuest(example)),
        owner: expected(example.access.owner),
      });
    },
  );

  /** Members without permissions see the project, so that a write is refused with 403. */
  function outcomeOfGuest({ method, access }: Pick<Restricted, 'method' | 'access'>): Outcome {
    if (access.stranger !== 404 || access.owner === 404) return access.stranger;
    return method === 'GET' ? 'ok' : 403;
  }

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
