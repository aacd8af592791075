import { describe, expect, test } from 'vitest';
import { aFlag, changesSince, lastEventId } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, put, call } = await testApp();

const pathOf = (flag: string) => `/api/admin/projects/default/features/${flag}`;

const patch = (flag: string, body: unknown, headers: Record<string, string> = {}) =>
  call('PATCH', pathOf(flag), { body, headers });

const dataOf = ({ name, description, type, project, stale, ...rest }: Record<string, unknown>) => ({
  name,
  description,
  type,
  project,
  stale,
  impressionData: rest.impressionData,
  createdAt: rest.createdAt,
  archived: false,
});

describe('If-Match', () => {
  test.each([
    ['the version', '"v1"', 200],
    ['the version as a weak ETag', 'W/"v1"', 200],
    ['any version', '*', 200],
    ['one of several', '"v7", "v1"', 200],
    ['another version', '"v2"', 412],
    ['an invalid ETag', 'v1', 412],
  ])('%s: %s is %i', async (_, tag, status) => {
    const flag = await aFlag(db);
    const before = await lastEventId(db);
    const headers = { 'if-match': tag };

    const type = [{ op: 'replace', path: '/type', value: 'permission' }];
    const replaced = await put(pathOf(flag), { description: 'New' }, { headers });
    const patched = await patch(await aFlag(db), type, headers);

    expect([replaced.status, patched.status]).toEqual([status, status]);
    if (status === 200) return;
    expect(replaced.body).toMatchObject({
      id: expect.any(String),
      name: 'PreconditionFailedError',
    });
    expect(await changesSince(db, before)).toEqual([]);
  });

  test('of two concurrent updates of one version, one succeeds and increases the version', async () => {
    const flag = await aFlag(db);
    const { headers: read } = await get(pathOf(flag));
    const headers = { 'if-match': String(read.etag) };

    const responses = await Promise.all([
      put(pathOf(flag), { description: 'One' }, { headers }),
      put(pathOf(flag), { description: 'Two' }, { headers }),
    ]);

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect((await get(pathOf(flag))).headers.etag).toBe('"v2"');
  });
});

describe('PATCH /api/admin/projects/:projectId/features/:featureName', () => {
  test('all operations are applied, and the event contains both versions', async () => {
    const flag = await aFlag(db, { description: 'Old', stale: true });
    const { body: read } = await get(pathOf(flag));
    const before = await lastEventId(db);

    const { status, body } = await patch(flag, [
      { op: 'test', path: '/description', value: 'Old' },
      { op: 'replace', path: '/description', value: 'New' },
      { op: 'add', path: '/type', value: 'permission' },
      { op: 'copy', from: '/stale', path: '/impressionData' },
      { op: 'replace', path: '/stale', value: false },
    ]);

    expect(status).toBe(200);
    expect(body).toEqual({
      ...read,
      description: 'New',
      type: 'permission',
      impressionData: true,
      stale: false,
    });
    expect(await changesSince(db, before)).toEqual([
      {
        type: 'feature-metadata-updated',
        project: 'default',
        environment: null,
        featureName: flag,
        data: dataOf(body),
        preData: dataOf(read),
      },
      {
        type: 'feature-stale-off',
        project: 'default',
        environment: null,
        featureName: flag,
        data: null,
        preData: null,
      },
    ]);
  });

  test('a removed description is null', async () => {
    const flag = await aFlag(db, { description: 'Old' });

    const { body } = await patch(flag, [{ op: 'remove', path: '/description' }]);

    expect(body.description).toBeNull();
  });

  test('read-only members can be tested and replaced with their current value', async () => {
    const flag = await aFlag(db);
    const before = await lastEventId(db);

    const { status } = await patch(flag, [
      { op: 'test', path: '/name', value: flag },
      { op: 'test', path: '/archived', value: false },
      { op: 'replace', path: '/name', value: flag },
      { op: 'replace', path: '/project', value: 'default' },
    ]);

    expect(status).toBe(200);
    expect(await changesSince(db, before)).toEqual([]);
  });

  test.each([
    ['another name', { op: 'replace', path: '/name', value: 'other' }],
    ['another project', { op: 'replace', path: '/project', value: 'other' }],
    ['archived', { op: 'replace', path: '/archived', value: true }],
    ['createdAt', { op: 'replace', path: '/createdAt', value: '2024-01-01' }],
    ['a removed name', { op: 'remove', path: '/name' }],
    ['a removed type', { op: 'remove', path: '/type' }],
    ['an environment', { op: 'replace', path: '/environments/0/enabled', value: true }],
    ['a path into a string', { op: 'add', path: '/description/0', value: 'x' }],
    ['the document', { op: 'replace', path: '', value: {} }],
    ['a number instead of text', { op: 'replace', path: '/description', value: 7 }],
    ['text instead of a boolean', { op: 'replace', path: '/stale', value: 'yes' }],
    ['a text that is too long', { op: 'replace', path: '/description', value: 'x'.repeat(1001) }],
    ['an unknown type', { op: 'replace', path: '/type', value: 'moon' }],
    ['no value', { op: 'replace', path: '/description' }],
    ['a test that fails', { op: 'test', path: '/stale', value: true }],
    ['an unknown operation', { op: 'melt', path: '/stale' }],
    ['a path without a slash', { op: 'replace', path: 'stale', value: true }],
    ['a prototype', { op: 'add', path: '/__proto__/stale', value: true }],
  ])('%s is refused, and no operation is applied', async (_, operation) => {
    const flag = await aFlag(db);
    const before = await lastEventId(db);

    const response = await patch(flag, [
      { op: 'replace', path: '/description', value: 'New' },
      operation,
    ]);

    expect(response).toMatchObject({ status: 400, body: { name: 'BadDataError' } });
    expect((await get(pathOf(flag))).body.description).toBeNull();
    expect(await changesSince(db, before)).toEqual([]);
  });

  test('variants of a flag are 403', async () => {
    const flag = await aFlag(db);

    for (const path of ['/variants', '/variants/0/weight']) {
      expect(await patch(flag, [{ op: 'add', path, value: [] }])).toMatchObject({
        status: 403,
        body: { name: 'NoAccessError' },
      });
    }
  });

  test('concurrent patches of one flag are all applied', async () => {
    const flag = await aFlag(db);
    const before = await lastEventId(db);
    const operations = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0
        ? { op: 'replace', path: '/description', value: `writer ${index}` }
        : { op: 'replace', path: '/type', value: index % 4 === 1 ? 'permission' : 'operational' },
    );

    const responses = await Promise.all(operations.map((operation) => patch(flag, [operation])));

    expect(responses.every(({ status }) => status === 200)).toBe(true);
    const events = await changesSince(db, before);
    // Each change starts from the result of the previous one.
    for (const [index, { preData }] of events.entries()) {
      if (index > 0) expect(preData).toEqual(events[index - 1]?.data);
    }
    const { body, headers } = await get(pathOf(flag));
    expect(events.at(-1)?.data).toEqual(dataOf(body));
    expect(headers.etag).toBe(`"v${events.length + 1}"`);
    expect(body.description).toMatch(/^writer \d+$/);
    expect(['permission', 'operational']).toContain(body.type);
  });
});
