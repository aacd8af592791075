import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aProject } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { eventsOf, someEvents } from '../../testing/events.ts';
import { formats } from './formats.ts';
import { eventOf } from './wire.ts';

const { db, app, admin, get } = await testApp();

/** The response as text: the helper would parse one line of JSON as a body. */
async function fetchText(query: Record<string, string>) {
  const response = await app.inject({
    url: `/api/admin/search/events/export?${new URLSearchParams(query)}`,
    headers: { authorization: admin.token },
  });
  return { status: response.statusCode, headers: response.headers, text: response.body };
}

const linesOf = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

describe('GET /api/admin/search/events/export', () => {
  test('ndjson has one event per line, oldest first, in the format of the search', async () => {
    const project = await aProject(db);
    await eventsOf(db, project, 1203);

    const { status, headers, text } = await fetchText({
      format: 'ndjson',
      project: `IS:${project}`,
    });

    const { body } = await get(`/api/admin/search/events?limit=1000&project=IS:${project}`);
    const events = linesOf(text).map((line) => JSON.parse(line));
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="events.ndjson"');
    expect(events).toHaveLength(1203);
    expect(events.slice(-1000)).toEqual(body.events.reverse());
  });

  test('csv has a header and one event per line', async () => {
    const project = await aProject(db);
    const [id] = await someEvents(db, [
      {
        project,
        environment: 'production',
        featureName: 'a,b',
        data: { text: 'say "hi"\n' },
        createdBy: '=cmd|x',
        createdByUserId: -42,
      },
    ]);

    const { headers, text } = await fetchText({ format: 'csv', project: `IS:${project}` });

    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    const [header, line = ''] = text.split('\r\n');
    expect(header).toBe(
      'id,createdAt,type,createdBy,createdByUserId,project,environment,featureName,data,preData,' +
        'tags,label,summary,via',
    );
    expect(line).toContain(
      `${id},2024-05-01T12:00:00.000Z,feature-created,'=cmd|x,-42,${project},production,"a,b",` +
        '"{""text"": ""say \\""hi\\""\\n""}",,[],'.replaceAll('": "', '":"'),
    );
  });

  test('resumes after the cursor, without a second header', async () => {
    const project = await aProject(db);
    const [, second = 0, third = 0] = await eventsOf(db, project, 3);
    const from = (cursor: number) =>
      fetchText({ format: 'csv', project: `IS:${project}`, cursor: String(cursor) });

    const complete = await from(0);
    const rest = await from(second);
    const empty = await from(third);

    expect(complete.text.endsWith(rest.text)).toBe(true);
    expect(rest.text.startsWith(`${third},`)).toBe(true);
    expect(empty.text).toBe('');
    expect((await fetchText({ format: 'csv', cursor: '9'.repeat(30) })).text).toBe('');
  });

  test('an interrupted export can be resumed after any event', async () => {
    const project = await aProject(db);
    const ids = await eventsOf(db, project, 40);
    const query = { format: 'ndjson', project: `IS:${project}` };
    const complete = (await fetchText(query)).text;

    await fc.assert(
      fc.asyncProperty(fc.nat({ max: ids.length - 1 }), async (cut) => {
        const received = `${linesOf(complete).slice(0, cut).join('\n')}${cut === 0 ? '' : '\n'}`;
        const cursor = String(cut === 0 ? 0 : ids[cut - 1]);

        const { text } = await fetchText({ ...query, cursor });

        expect(received + text).toBe(complete);
      }),
      { numRuns: 15 },
    );
  });

  test('accepts the filters of the search', async () => {
    const project = await aProject(db);
    const [, id] = await someEvents(db, [
      { project, type: 'feature-created', data: { a: 'needle' } },
      { project, type: 'feature-archived', data: { a: 'needle' } },
      { project, type: 'feature-archived', data: { a: 'hay' } },
    ]);

    const { text } = await fetchText({
      format: 'ndjson',
      project: `IS:${project}`,
      type: 'IS_NOT:feature-created',
      query: 'NEEDLE',
      from: 'IS:2024-05-01',
      to: 'IS:2024-05-01',
    });

    expect(linesOf(text).map((line) => JSON.parse(line).id)).toEqual([id]);
  });

  test.each([
    ['format', {}],
    ['format', { format: 'xml' }],
    ['cursor', { format: 'csv', cursor: 'x' }],
    ['cursor', { format: 'csv', cursor: '-1' }],
    ['cursor', { format: 'csv', cursor: '' }],
    ['project', { format: 'csv', project: 'web' }],
    ['to', { format: 'ndjson', to: 'IS:2024-02-30' }],
  ])('%s in %o is 400, and the error names it', async (param, query) => {
    const { status, text } = await fetchText(query as Record<string, string>);

    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({
      name: 'BadDataError',
      details: [{ path: `/query/${param}` }],
    });
  });
});

describe('csv', () => {
  const anEvent = (createdBy: string, data: object | null = null) =>
    eventOf({
      id: 1,
      createdAt: '2024-01-01T00:00:00.000Z',
      type: 'feature-created',
      createdBy,
      createdByUserId: null,
      environment: null,
      project: null,
      featureName: null,
      data,
      preData: null,
      tags: [],
    });

  const cellsOf = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,\r\n]*))/g)].map(
      ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
    );

  test.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx', '\n=x'])('%j is escaped', (text) => {
    expect(cellsOf(formats.csv.write(anEvent(text)))[3]).toBe(`'${text}`);
  });

  test('cells contain the original values, and no cell starts a formula', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('"', "'", ',', '\n', '\r', '=', 'a') }),
    );
    fc.assert(
      fc.property(text, fc.dictionary(fc.string(), text), (name, data) => {
        const line = formats.csv.write(anEvent(name, data));
        const cells = cellsOf(line);

        expect(line.endsWith('\r\n')).toBe(true);
        expect(cells.slice(0, 13)).toHaveLength(13);
        expect(cells[3]?.replace(/^'(?='*[=+\-@\t\r\n])/, '')).toBe(name);
        expect(cells[8]).toBe(JSON.stringify(data));
        expect(cells.some((cell) => /^[=+\-@\t\r\n]/.test(cell))).toBe(false);
      }),
    );
  });
});
