import { describe, expect, test } from 'vitest';
import { aPassword, aSession, aUser, changesSince, lastEventId, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aScimToken, patchOf, scimClient, userUrn as urn } from '../../testing/scim.ts';

const publicUrl = 'https://flags.example.com';
const testing = await testApp({ publicUrl });
const { db, app, get, post, call, withConfig } = testing;
const token = await aScimToken(db);
const other = await withConfig({ publicUrl });

const { scim, aScimUser } = scimClient(testing, token);

const typesSince = async (id: number) => (await changesSince(db, id)).map(({ type }) => type);

describe('users', () => {
  test('are created, with Location, ETag and an event', async () => {
    const userName = unique('ann');
    const before = await lastEventId(db);

    const response = await scim('POST', 'Users', { userName, emails: [{ value: 'a@b.example' }] });

    const { id, meta } = response.body;
    expect(response.status).toBe(201);
    expect(response.headers).toMatchObject({
      'content-type': 'application/scim+json; charset=utf-8',
      etag: meta.version,
      location: `${publicUrl}/scim/v2/Users/${id}`,
    });
    expect(response.body).toEqual({
      schemas: [urn],
      id,
      userName,
      name: {},
      active: true,
      groups: [],
      emails: [{ value: 'a@b.example', type: 'work', primary: true }],
      meta: {
        resourceType: 'User',
        location: `${publicUrl}/scim/v2/Users/${id}`,
        created: expect.any(String),
        lastModified: expect.any(String),
        version: expect.stringMatching(/^W\/"[\w-]{22}"$/),
      },
    });
    expect((await scim('GET', `Users/${id}`)).body).toEqual(response.body);
    expect(await typesSince(before)).toEqual(['user-created']);
    expect((await get(`/api/admin/user-admin/${id}`)).body).toMatchObject({ rootRole: 3 });
  });

  test('with a userName or e-mail that exists are 409', async () => {
    const { userName } = await aScimUser();
    const email = `${unique('x')}@example.com`;
    await aUser(db, { email });

    for (const body of [
      { userName: userName.toUpperCase() },
      { userName: unique('u'), emails: [{ value: email }] },
      { userName: email },
    ]) {
      expect(await scim('POST', 'Users', body)).toMatchObject({
        status: 409,
        body: { status: '409', scimType: 'uniqueness', schemas: [expect.stringMatching(/Error$/)] },
      });
    }
  });

  test('are replaced; what is omitted is removed, and the same again changes nothing', async () => {
    const { id, userName } = await aScimUser();
    const before = await lastEventId(db);
    const body = { userName, name: { givenName: 'Bea', familyName: 'Lee' }, unknown: [1] };

    const replaced = await scim('PUT', `Users/${id}`, body);
    const again = await scim('PUT', `Users/${id}`, body);

    expect(replaced.body).toMatchObject({ userName, displayName: 'Bea Lee', emails: [] });
    expect(replaced.body.externalId).toBeUndefined();
    expect(again.body).toEqual(replaced.body);
    expect(await typesSince(before)).toEqual(['user-updated']);
  });

  const work = 'emails[type eq "work"].value';
  test.each<[string, object[], object]>([
    ['replace a name', [{ op: 'replace', path: 'displayName', value: 'B' }], { displayName: 'B' }],
    [
      'Entra ID: Replace',
      [{ op: 'Replace', path: 'displayName', value: 'B' }],
      { displayName: 'B' },
    ],
    ['no path', [{ op: 'replace', value: { displayName: 'B' } }], { displayName: 'B' }],
    [
      'Entra ID: dotted names in a value',
      [{ op: 'Add', value: { 'name.givenName': 'B', [`${urn}:displayName`]: 'C' } }],
      { displayName: 'C', name: { formatted: 'C', givenName: 'B', familyName: 'Lee' } },
    ],
    [
      'a sub-attribute',
      [{ op: 'add', path: 'NAME.GivenName', value: 'B' }],
      { name: { formatted: 'Ann Lee', givenName: 'B', familyName: 'Lee' } },
    ],
    [
      'a complex attribute',
      [{ op: 'replace', path: 'name', value: { formatted: 'B C' } }],
      { displayName: 'B C', name: { formatted: 'B C', givenName: 'Ann', familyName: 'Lee' } },
    ],
    [
      'an e-mail by its type',
      [{ op: 'replace', path: work, value: 'b@example.com' }],
      { emails: [{ value: 'b@example.com', type: 'work', primary: true }] },
    ],
    [
      'Entra ID: an e-mail that does not exist yet',
      [
        { op: 'remove', path: 'emails' },
        { op: 'Add', path: work, value: 'c@example.com' },
      ],
      { emails: [{ value: 'c@example.com', type: 'work', primary: true }] },
    ],
    ['Okta: active in a value', [{ op: 'replace', value: { active: false } }], { active: false }],
    ['Entra ID: "False"', [{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
    ['remove', [{ op: 'remove', path: 'externalId' }], { externalId: null }],
    ['remove a sub-attribute', [{ op: 'remove', path: 'name.givenName' }], { active: true }],
    [
      'attributes that are not stored',
      [
        { op: 'add', path: 'title', value: 'x' },
        { op: 'add', path: 'addresses[type eq "work"].country', value: 'x' },
        {
          op: 'add',
          path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:x',
          value: 1,
        },
      ],
      { displayName: 'Ann Lee' },
    ],
  ])('are patched: %s', async (_, operations, expected) => {
    const { id } = await aScimUser();

    const { status, body } = await scim('PATCH', `Users/${id}`, patchOf(...operations));

    expect([status, body.detail]).toEqual([200, undefined]);
    const { emails, ...rest } = body;
    expect({ externalId: null, ...rest, emails }).toMatchObject(expected);
    const again = await scim('PATCH', `Users/${id}`, patchOf(...operations));
    expect(again.body).toEqual(body);
  });

  test.each<[string, object, string]>([
    ['no operations', {}, 'invalidSyntax'],
    ['an unknown operation', patchOf({ op: 'move', path: 'a' }), 'invalidSyntax'],
    ['remove without a path', patchOf({ op: 'remove' }), 'noTarget'],
    ['a malformed path', patchOf({ op: 'add', path: 'a[', value: 1 }), 'invalidPath'],
    ['a malformed filter', patchOf({ op: 'add', path: 'a[b]', value: 1 }), 'invalidFilter'],
    [
      'a filter that nothing matches',
      patchOf({ op: 'replace', path: 'emails[value co "zz"].value', value: 'x' }),
      'noTarget',
    ],
    ['no userName', patchOf({ op: 'remove', path: 'userName' }), 'invalidValue'],
    ['active of another type', patchOf({ op: 'add', path: 'active', value: 5 }), 'invalidValue'],
    ['text of another type', patchOf({ op: 'add', path: 'userName', value: {} }), 'invalidValue'],
    ['a value of another type', patchOf({ op: 'add', value: 'x' }), 'invalidValue'],
  ])('are not patched with %s', async (_, body, scimType) => {
    const { id, meta } = await aScimUser();

    expect(await scim('PATCH', `Users/${id}`, body)).toMatchObject({
      status: 400,
      body: { scimType, status: '400', detail: expect.any(String) },
    });
    expect((await scim('GET', `Users/${id}`)).body.meta).toEqual(meta);
  });

  test('who are deactivated lose sessions, tokens and passwords, in every process', async () => {
    const { text: password, hash } = await aPassword();
    const user = await aUser(db, { passwordHash: hash });
    const session = await aSession(db, user.id);
    const before = await lastEventId(db);
    const deactivate = patchOf({ op: 'replace', path: 'active', value: false });

    await scim('PATCH', `Users/${user.id}`, deactivate);

    const logIn = () =>
      other.post('/auth/simple/login', { username: user.username, password }, { token: null });
    expect((await other.get('/api/admin/user', { token: user.token })).status).toBe(401);
    expect((await other.get('/api/admin/user', { token: null, headers: session })).status).toBe(
      401,
    );
    expect((await logIn()).status).toBe(401);
    expect(await typesSince(before)).toEqual(['pat-deleted', 'user-updated']);

    await scim('PATCH', `Users/${user.id}`, patchOf({ op: 'replace', value: { active: 'True' } }));
    expect((await logIn()).status).toBe(200);
    expect((await other.get('/api/admin/user', { token: user.token })).status).toBe(401);
  });

  test('the last Admin cannot be deactivated or deleted', async () => {
    const { rows } = {
      rows: await db.selectFrom('users').select(['id', 'root_role_id']).execute(),
    };
    const admins = rows.filter((row) => row.root_role_id === 1);
    expect(admins).toHaveLength(1);
    const path = `Users/${admins[0]?.id}`;

    const patched = await scim('PATCH', path, patchOf({ op: 'add', value: { active: false } }));

    expect([patched.status, (await scim('DELETE', path)).status]).toEqual([400, 400]);
  });

  test('are deleted', async () => {
    const { id } = await aScimUser();
    const before = await lastEventId(db);

    expect((await scim('DELETE', `Users/${id}`)).status).toBe(204);
    expect((await scim('GET', `Users/${id}`)).status).toBe(404);
    expect((await scim('DELETE', `Users/${id}`)).status).toBe(404);
    expect(await typesSince(before)).toEqual(['user-deleted']);
  });

  test.each(['0', 'x', '1e3', '99999999999999', '-1', '2147483647'])('%s is 404', async (id) => {
    expect(await scim('GET', `Users/${id}`)).toMatchObject({
      status: 404,
      body: { status: '404', schemas: [expect.any(String)] },
    });
  });

  test('a service account is not a user', async () => {
    const { id } = await aUser(db, { accountType: 'Service Account' });

    expect((await scim('GET', `Users/${id}`)).status).toBe(404);
    expect((await scim('DELETE', `Users/${id}`)).status).toBe(404);
  });

  test('that exist without a username are found by e-mail, and remain as they are', async () => {
    const email = `${unique('x')}@example.com`;
    const { id } = await aUser(db, { email });
    await db.updateTable('users').set({ username: null }).where('id', '=', id).execute();
    const filter = encodeURIComponent(`userName eq "${email.toUpperCase()}"`);
    const before = await lastEventId(db);

    const { body } = await scim('GET', `Users?filter=${filter}`);
    const [user] = body.Resources;
    await scim('PUT', `Users/${id}`, { ...user, schemas: [urn] });

    expect(user).toMatchObject({ id: String(id), userName: email });
    expect(await typesSince(before)).toEqual([]);
  });
});

describe('versions', () => {
  test('If-Match refuses a change of another version, If-None-Match is 304', async () => {
    const { id, userName, meta } = await aScimUser();
    const put = (etag: string, body: object) =>
      scim('PUT', `Users/${id}`, body, { headers: { 'if-match': etag } });
    const read = (etag: string) =>
      scim('GET', `Users/${id}`, undefined, { headers: { 'if-none-match': etag } });

    expect((await read(meta.version)).status).toBe(304);
    expect((await put(meta.version, { userName })).status).toBe(200);
    expect((await read(meta.version)).status).toBe(200);
    expect(await put(meta.version, { userName })).toMatchObject({
      status: 412,
      body: { status: '412' },
    });
    expect((await put('*', { userName })).status).toBe(200);
  });
});

describe('discovery and settings', () => {
  test('the configuration, the types and the schemas are described', async () => {
    const config = await scim('GET', 'ServiceProviderConfig');
    const types = await scim('GET', 'ResourceTypes');
    const schemas = await scim('GET', 'Schemas');

    expect(config.body).toMatchObject({ patch: { supported: true }, etag: { supported: true } });
    expect(types.body).toMatchObject({
      totalResults: 2,
      Resources: [{ id: 'User' }, { id: 'Group' }],
    });
    expect(schemas.body.Resources.map(({ name }: { name: string }) => name)).toEqual([
      'User',
      'Group',
    ]);
    expect((await scim('GET', `Schemas/${urn}`)).body.id).toBe(urn);
    expect((await scim('GET', 'ResourceTypes/Other')).status).toBe(404);
  });

  test('a new token replaces the former one, is shown once and stored as a hash', async () => {
    const before = await lastEventId(db);

    const { body } = await post('/api/admin/scim-settings/generate-new-token');

    const rows = await db.selectFrom('sign_in_settings').selectAll().execute();
    const settings = await get('/api/admin/scim-settings');
    expect(settings.body).toEqual({ enabled: true, hasToken: true, url: `${publicUrl}/scim/v2` });
    expect(JSON.stringify([rows, settings, await changesSince(db, before)])).not.toContain(
      body.token,
    );
    expect((await scim('GET', 'Users')).status).toBe(401);
    expect((await scim('GET', 'Users', undefined, { token: body.token })).status).toBe(200);
    await post('/api/admin/scim-settings', { enabled: false });
    expect((await scim('GET', 'Users', undefined, { token: body.token })).status).toBe(401);
    await aScimToken(db);
  });

  test('a body that is no JSON, or of another type, is an error in the form of SCIM', async () => {
    const malformed = await app.inject({
      method: 'POST',
      url: '/scim/v2/Users',
      payload: '{',
      headers: { 'content-type': 'application/scim+json', authorization: token },
    });
    const list = await scim('POST', 'Users', [1]);

    expect([malformed.statusCode, malformed.json().scimType]).toEqual([400, 'invalidValue']);
    expect([list.status, list.body.status]).toEqual([400, '400']);
  });

  test('users that SCIM created can be deleted together', async () => {
    const created = await aScimUser();
    const adopted = await aUser(db);
    await scim('PUT', `Users/${adopted.id}`, { userName: adopted.username, displayName: 'X' });

    await call('DELETE', '/api/admin/user-admin/scim-users');

    expect((await scim('GET', `Users/${created.id}`)).status).toBe(404);
    expect((await scim('GET', `Users/${adopted.id}`)).status).toBe(200);
  });
});
