import { describe, expect, test } from 'vitest';
import { aFlag, aProject, changesSince, lastEventId } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aLink } from '../../testing/targeting.ts';
import { listLinks } from './queries.ts';

const { db, post, put, del } = await testApp();

const url = 'https://example.com/ticket/1';
const unknownId = '00000000-0000-4000-8000-000000000000';
const pathOf = (flag: string, project = 'default') =>
  `/api/admin/projects/${project}/features/${flag}/link`;
const linksOf = async (flag: string) => (await listLinks(db, [flag])).get(flag) ?? [];

describe('POST /api/admin/projects/:projectId/features/:featureName/link', () => {
  test('links are returned in the order they were added, and each addition is recorded', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const before = await lastEventId(db);

    const first = await post(pathOf(flag, project), { url, title: 'The ticket' });
    await post(pathOf(flag, project), { url: 'http://example.com' });

    const links = await linksOf(flag);
    const event = { type: 'feature-metadata-updated', project, featureName: flag };
    expect(first).toMatchObject({ status: 204, body: undefined });
    expect(links).toEqual([
      { id: expect.any(String), url, title: 'The ticket' },
      { id: expect.any(String), url: 'http://example.com', title: null },
    ]);
    expect(await changesSince(db, before)).toEqual([
      {
        ...event,
        environment: null,
        data: { links: links.slice(0, 1) },
        preData: { links: [] },
      },
      { ...event, environment: null, data: { links }, preData: { links: links.slice(0, 1) } },
    ]);
  });

  test.each([
    ['no url', { url: undefined }, '/body/url'],
    ['a path', { url: '/ticket/1' }, '/body/url'],
    ['a relative path', { url: './ticket' }, '/body/url'],
    ['a backslash', { url: '\\ticket' }, '/body/url'],
    ['a query', { url: '?ticket=1' }, '/body/url'],
    ['spaces', { url: 'the ticket' }, '/body/url'],
    ['a script', { url: 'javascript:alert(1)' }, '/body/url'],
    ['a script with a tab', { url: 'java\tscript:alert(1)' }, '/body/url'],
    ['an address', { url: 'mailto:me@example.com' }, '/body/url'],
    ['another scheme', { url: 'ftp://example.com' }, '/body/url'],
    ['a url of 2001 characters', { url: longUrl(2001) }, '/body/url'],
    ['2001 characters with the scheme', { url: longUrl(2001).slice(8) }, '/body/url'],
    ['a title of 256 characters', { title: 'x'.repeat(256) }, '/body/title'],
  ])('%s is refused, and the error names the member', async (_, input, at) => {
    const { status, body } = await post(pathOf(await aFlag(db)), { url, ...input });

    expect(status).toBe(400);
    expect(body).toMatchObject({ name: 'BadDataError', details: [{ path: at }] });
  });

  test.each([
    ['example.com/ticket/1', 'https://example.com/ticket/1'],
    ['ticket', 'https://ticket'],
    ['localhost:3000/ticket', 'https://localhost:3000/ticket'],
    ['//example.com', 'https://example.com'],
    [' HTTP://example.com ', 'HTTP://example.com'],
    [longUrl(2000).slice(8), longUrl(2000)],
  ])('%s becomes %s', async (given, stored) => {
    const flag = await aFlag(db);

    expect((await post(pathOf(flag), { url: given })).status).toBe(204);
    expect(await linksOf(flag)).toMatchObject([{ url: stored }]);
  });

  test('a url of 2000 and a title of 255 characters are accepted', async () => {
    const body = { url: longUrl(2000), title: 'x'.repeat(255) };

    expect((await post(pathOf(await aFlag(db)), body)).status).toBe(204);
  });

  test('a flag has at most ten links, also with concurrent requests', async () => {
    const flag = await aFlag(db);
    for (let link = 0; link < 8; link++) await aLink(db, { flag });

    const responses = await Promise.all(
      Array.from({ length: 5 }, () => post(pathOf(flag), { url })),
    );

    expect(responses.map(({ status }) => status).sort()).toEqual([204, 204, 403, 403, 403]);
    expect(responses.find(({ status }) => status === 403)?.body.name).toBe('NoAccessError');
    expect(await linksOf(flag)).toHaveLength(10);
  });

  test('an archived flag cannot be edited', async () => {
    const flag = await aFlag(db, { archivedAt: '2020-01-01T00:00:00.000Z' });
    const id = await aLink(db, { flag });

    expect((await post(pathOf(flag), { url })).status).toBe(400);
    expect((await put(`${pathOf(flag)}/${id}`, { url })).status).toBe(400);
    expect((await del(`${pathOf(flag)}/${id}`)).status).toBe(400);
  });
});

describe('PUT /api/admin/projects/:projectId/features/:featureName/link/:linkId', () => {
  test('an omitted title is unchanged, null removes it, and repeating the request records no event', async () => {
    const flag = await aFlag(db);
    const id = await aLink(db, { flag, url, title: 'The ticket' });
    const other = await aLink(db, { flag });
    const newUrl = 'https://example.com/ticket/2';
    const before = await lastEventId(db);

    const { status } = await put(`${pathOf(flag)}/${id}`, { url: newUrl });
    await put(`${pathOf(flag)}/${id.toUpperCase()}`, { url: newUrl });
    await put(`${pathOf(flag)}/${id}`, { url: newUrl, title: null });

    const rest = { id: other, url: 'https://example.com', title: null };
    const states = [
      [{ id, url, title: 'The ticket' }, rest],
      [{ id, url: newUrl, title: 'The ticket' }, rest],
      [{ id, url: newUrl, title: null }, rest],
    ];
    expect(status).toBe(204);
    expect(await linksOf(flag)).toEqual(states[2]);
    expect(await changesSince(db, before)).toEqual(
      [1, 2].map((step) => ({
        type: 'feature-metadata-updated',
        project: 'default',
        environment: null,
        featureName: flag,
        data: { links: states[step] },
        preData: { links: states[step - 1] },
      })),
    );
  });

  test('a bad url is refused', async () => {
    const flag = await aFlag(db);
    const id = await aLink(db, { flag });

    const { body } = await put(`${pathOf(flag)}/${id}`, { url: 'data:text/html,x' });

    expect(body.details[0].path).toBe('/body/url');
  });
});

describe('DELETE /api/admin/projects/:projectId/features/:featureName/link/:linkId', () => {
  test('the removal of a link is recorded with the remaining links', async () => {
    const flag = await aFlag(db);
    const [one, two] = [await aLink(db, { flag, url }), await aLink(db, { flag, url })];
    const before = await lastEventId(db);

    const { status } = await del(`${pathOf(flag)}/${one}`);

    const left = { id: two, url, title: null };
    expect(status).toBe(204);
    expect(await linksOf(flag)).toEqual([left]);
    expect(await changesSince(db, before)).toMatchObject([
      {
        type: 'feature-metadata-updated',
        data: { links: [left] },
        preData: { links: [{ id: one }, left] },
      },
    ]);
  });

  test('an unknown link and a link of another flag are not found', async () => {
    const [flag, other] = [await aFlag(db), await aFlag(db)];
    const theirs = await aLink(db, { flag: other, url });

    for (const id of [unknownId, theirs]) {
      expect((await put(`${pathOf(flag)}/${id}`, { url })).status).toBe(404);
      expect((await del(`${pathOf(flag)}/${id}`)).status).toBe(404);
    }
    expect((await del(`${pathOf(flag)}/first`)).status).toBe(400);
    expect(await linksOf(other)).toHaveLength(1);
  });
});

function longUrl(length: number): string {
  return 'https://example.com/'.padEnd(length, 'x');
}
