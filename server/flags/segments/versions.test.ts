import { describe, expect, test } from 'vitest';
import { unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { call, get, post } = await testApp();

const path = '/api/admin/segments';

describe('PUT /api/admin/segments/:id', () => {
  test('with If-Match, only that version is changed; a change creates another one', async () => {
    const { body } = await post(path, { name: unique('s'), constraints: [] });
    const url = `${path}/${body.id}`;
    const change = (description: string, tag: string) =>
      call('PUT', url, { body: { ...body, description }, headers: { 'if-match': tag } });
    const opened = String((await get(url)).headers.etag);

    const first = await change('A', opened);
    const outdated = await change('B', opened);
    const unchanged = await change('A', String(first.headers.etag));

    expect(opened).toBe('"v1"');
    expect(first).toMatchObject({ status: 204, headers: { etag: '"v2"' } });
    expect(outdated).toMatchObject({ status: 412, body: { name: 'PreconditionFailedError' } });
    expect(unchanged).toMatchObject({ status: 204, headers: { etag: '"v2"' } });
    expect(await get(url)).toMatchObject({
      body: { description: 'A' },
      headers: { etag: '"v2"' },
    });
  });
});
