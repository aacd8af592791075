import { describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';

const { get } = await testApp();
const path = '/api/admin/search/events';

const search = (query: Record<string, string>) => get(`${path}?${new URLSearchParams(query)}`);

describe('GET /api/admin/search/events: invalid parameters', () => {
  const sets = ['feature', 'project', 'type', 'createdBy', 'environment', 'tag', 'id'];
  const badSets = ['', '7', 'LIKE:7', 'is:7', 'IS:', 'IS_ANY_OF:7,,8', 'IS:"7', 'INCLUDE:7'];
  const days = ['from', 'to'];
  const badDays = ['', '2024-01-01', 'IS:', 'IS:2024-02-30', 'IS:24-01-01', 'IS_BEFORE:2024-01-01'];

  test.each([
    ...sets.flatMap((param) => badSets.map((text) => [param, text])),
    ...days.flatMap((param) => badDays.map((text) => [param, text])),
    ...['limit', 'offset'].flatMap((param) =>
      ['', '-1', 'x', '1.5', '1e2'].map((text) => [param, text]),
    ),
    ['limit', '0'],
    ['createdBy', 'IS:jo'],
    ['createdBy', 'IS_ANY_OF:1,jo'],
    ['createdBy', 'IS:1.5'],
    ['id', 'IS:latest'],
    ...['IS:mobile', 'IS::mobile', 'IS:simple:'].map((text) => ['tag', text]),
  ] as [string, string][])('%s=%s is 400, and the error names it', async (param, text) => {
    const { status, body } = await search({ [param]: text });

    expect(status).toBe(400);
    expect(body).toMatchObject({ name: 'BadDataError', details: [{ path: `/query/${param}` }] });
    expect(body.details[0].message).toContain(`Received ${JSON.stringify(text)}.`);
  });

  test.each([...sets, ...days, 'query', 'limit', 'offset'])('%s twice is 400', async (param) => {
    const { status, body } = await get(`${path}?${param}=IS:1&${param}=IS:2`);

    expect(status).toBe(400);
    expect(body.details[0].path).toMatch(new RegExp(`^/query/${param}`));
  });
});
