import { describe, expect, test } from 'vitest';
import { changesSince, lastEventId, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aScimToken, patchOf, scimClient } from '../../testing/scim.ts';

const publicUrl = 'https://flags.example.com';
const testing = await testApp({ publicUrl });
const { db, get } = testing;
const { scim, aScimUser, aScimGroup } = scimClient(testing, await aScimToken(db));

const typesSince = async (id: number) => (await changesSince(db, id)).map(({ type }) => type);

describe('groups', () => {
  test('are created with members, who have the roles of the group', async () => {
    const [one, two] = [await aScimUser(), await aScimUser()];
    const group = await aScimGroup([one, two]);

    expect(group.members.map(({ value }: { value: string }) => value)).toEqual([one.id, two.id]);
    const { body } = await scim('GET', `Users/${one.id}`);
    expect(body.groups).toEqual([
      {
        value: group.id,
        display: group.displayName,
        $ref: `${publicUrl}/scim/v2/Groups/${group.id}`,
      },
    ]);
    expect((await get(`/api/admin/groups/${group.id}`)).body.userCount).toBe(2);
  });

  test('that exist are 409', async () => {
    const { displayName } = await aScimGroup();

    expect(await scim('POST', 'Groups', { displayName })).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness' },
    });
  });

  test('are replaced, with an event for each change', async () => {
    const [one, two] = [await aScimUser(), await aScimUser()];
    const { id } = await aScimGroup([one]);
    const before = await lastEventId(db);
    const body = { displayName: unique('new'), externalId: 'e', members: [{ value: two.id }] };

    const replaced = await scim('PUT', `Groups/${id}`, body);
    const again = await scim('PUT', `Groups/${id}`, body);

    expect(replaced.body).toMatchObject({ externalId: 'e', members: [{ value: two.id }] });
    expect(again.body).toEqual(replaced.body);
    expect(await typesSince(before)).toEqual([
      'group-updated',
      'group-user-added',
      'group-user-removed',
    ]);
  });

  test('are not changed by operations that would take seconds', async () => {
    const { id } = await aScimGroup();
    const added = Array.from({ length: 10_000 }, (_, at) => ({ value: `unknown-${at}` }));
    const operations = Array.from({ length: 1000 }, () => ({
      op: 'add',
      path: 'members',
      value: added.slice(0, 1),
    }));

    const { status, body } = await scim('PATCH', `Groups/${id}`, {
      Operations: [{ op: 'add', path: 'members', value: added }, ...operations.slice(1)],
    });

    expect([status, body.detail]).toEqual([
      400,
      'There are too many operations for so many values.',
    ]);
  });

  type Ids = { one: string; two: string };
  test.each<[string, (ids: Ids) => object, (ids: Ids) => string[]]>([
    ['add', ({ two }) => ({ op: 'add', path: 'members', value: [{ value: two }] }), both],
    ['Entra ID: Add', ({ two }) => ({ op: 'Add', path: 'members', value: [{ value: two }] }), both],
    ['add again', ({ one }) => ({ op: 'add', path: 'members', value: [{ value: one }] }), first],
    ['Okta: no path', ({ two }) => ({ op: 'add', value: { members: [{ value: two }] } }), both],
    ['replace', ({ two }) => ({ op: 'replace', path: 'members', value: [{ value: two }] }), second],
    ['remove all', () => ({ op: 'remove', path: 'members' }), () => []],
    ['remove', ({ one }) => ({ op: 'remove', path: `members[value eq "${one}"]` }), () => []],
    ['remove another', ({ two }) => ({ op: 'remove', path: `members[value eq "${two}"]` }), first],
    [
      'Entra ID: Remove with a value',
      ({ one }) => ({ op: 'Remove', path: 'members', value: [{ value: one }] }),
      () => [],
    ],
  ])('are patched: %s', async (_, operation, expected) => {
    const ids = { one: (await aScimUser()).id, two: (await aScimUser()).id };
    const { id } = await aScimGroup([{ id: ids.one }]);

    const { status, body } = await scim('PATCH', `Groups/${id}`, patchOf(operation(ids)));

    expect([status, body.detail]).toEqual([200, undefined]);
    expect(body.members.map((member: { value: string }) => member.value)).toEqual(expected(ids));
  });

  test.each([
    ['an unknown user', [{ value: '2000000000' }]],
    ['an id that is none', [{ value: 'x' }]],
    ['a group', [{ value: '1', type: 'Group' }]],
    ['a number', [5.5]],
  ])('cannot have %s as a member', async (_, members) => {
    const response = await scim('POST', 'Groups', { displayName: unique('g'), members });

    expect(response).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
  });

  test('are deleted', async () => {
    const { id } = await aScimGroup();

    expect((await scim('DELETE', `Groups/${id}`)).status).toBe(204);
    expect((await scim('GET', `Groups/${id}`)).status).toBe(404);
  });

  test('members can be excluded', async () => {
    const { id } = await aScimGroup([await aScimUser()]);

    const one = await scim('GET', `Groups/${id}?excludedAttributes=members`);
    const list = await scim('GET', 'Groups?excludedAttributes=members&attributes=');

    expect(Object.keys(one.body).sort()).toEqual(['displayName', 'id', 'meta', 'schemas']);
    expect(JSON.stringify(list.body)).not.toContain('"members":[{');
    expect(
      Object.keys((await scim('GET', `Groups/${id}?attributes=members.value`)).body),
    ).toContain('members');
  });
});

const both = ({ one, two }: { one: string; two: string }) => [one, two];
const first = ({ one }: { one: string }) => [one];
const second = ({ two }: { two: string }) => [two];
