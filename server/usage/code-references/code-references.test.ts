import { describe, expect, test } from 'vitest';
import { aFlag, aProject, lastEventId, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aScan } from '../../testing/usage.ts';

const { db, get, put, post, del } = await testApp();

const repository = 'github.com/acme/shop';
const pathOf = (project: string) =>
  `/api/admin/projects/${project}/code-references/${encodeURIComponent(repository)}`;
const referencesOf = async (project: string, flag: string) =>
  (await get(`/api/admin/projects/${project}/features/${flag}/code-references`)).body;

const at = (flag: string, path: string, line: number) => ({ flag, path, line });

describe('PUT /api/admin/projects/:projectId/code-references/:repository', () => {
  test('replaces the references of the branch, and leaves other branches', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const before = await lastEventId(db);
    const scan = (branch: string, ...references: object[]) =>
      put(pathOf(project), { branch, commit: 'f00', references });
    await scan('main', at(flag, 'old.ts', 1), at(flag, 'old.ts', 2));
    await scan('next', at(flag, 'next.ts', 3));

    const saved = await scan('main', { ...at(flag, 'b.ts', 9), text: "on('x')", inComment: true });

    expect(saved).toMatchObject({ status: 200, body: { references: 1, unknownFlags: [] } });
    const common = { repository, text: null, inComment: false };
    expect(await referencesOf(project, flag)).toMatchObject({
      total: 2,
      references: [
        { ...common, branch: 'main', path: 'b.ts', line: 9, text: "on('x')", inComment: true },
        { ...common, branch: 'next', path: 'next.ts', line: 3 },
      ],
      scans: [{ repository, branch: 'main', commit: 'f00' }, { branch: 'next' }],
    });
    expect(await lastEventId(db)).toBe(before);
  });

  test('ignores and names what is no flag of the project', async () => {
    const [project, other] = [await aProject(db), await aProject(db)];
    const flag = await aFlag(db, { project: other });

    const { body } = await put(pathOf(project), {
      branch: 'main',
      references: [at(flag, 'a.ts', 1), at('unknown', 'a.ts', 2)],
    });

    expect(body).toEqual({ references: 0, unknownFlags: [flag, 'unknown'].sort() });
    expect(await referencesOf(other, flag)).toMatchObject({ total: 0, scans: [] });
  });

  test.each([
    ['a path of 501 characters', { path: 'x'.repeat(501) }],
    ['line 0', { line: 0 }],
    ['a text of 201 characters', { text: 'x'.repeat(201) }],
    ['a path with the character 0', { path: 'a\0b' }],
  ])('%s is 400', async (_, wrong) => {
    const project = await aProject(db);
    const references = [{ ...at('flag', 'a.ts', 1), ...wrong }];

    expect((await put(pathOf(project), { branch: 'main', references })).status).toBe(400);
  });

  test('10,000 references are saved, one more is 400', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const references = Array.from({ length: 10_000 }, (_, line) => at(flag, 'a.ts', line + 1));
    const scan = (more: object[]) =>
      put(pathOf(project), { branch: 'main', references: [...references, ...more] });

    expect((await scan([])).body.references).toBe(10_000);
    expect((await scan([at(flag, 'b.ts', 1)])).status).toBe(400);
    const { total, references: shown } = await referencesOf(project, flag);
    expect([total, shown.length]).toEqual([10_000, 1000]);
  });

  test('100 branches are scanned, one more is 409 until one is deleted', async () => {
    const project = await aProject(db);
    const scan = (branch: string) => put(pathOf(project), { branch, references: [] });
    await db
      .insertInto('code_scans')
      .values(
        Array.from({ length: 99 }, (_, index) => ({
          project,
          repository,
          branch: `b${index}`,
          scanned_at: '2026-01-01T00:00:00Z',
        })),
      )
      .execute();

    expect((await scan('main')).status).toBe(200);
    expect((await scan('main')).status).toBe(200);
    expect((await scan('next')).status).toBe(409);
    await del(`${pathOf(project)}?branch=b7`);
    expect((await scan('next')).status).toBe(200);
  });
});

describe('DELETE /api/admin/projects/:projectId/code-references/:repository', () => {
  test('deletes all branches with their references, then is 404', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    await put(pathOf(project), { branch: 'main', references: [at(flag, 'a.ts', 1)] });

    expect((await del(pathOf(project))).status).toBe(200);
    expect((await del(pathOf(project))).status).toBe(404);
    expect(await referencesOf(project, flag)).toEqual({ total: 0, references: [], scans: [] });
  });
});

describe('GET /api/admin/projects/:projectId/stale-features', () => {
  test('lists marked flags first, then old ones, with what to delete', async () => {
    const project = await aProject(db);
    const old = await aFlag(db, { project, createdAt: '2020-01-01T00:00:00Z', type: 'release' });
    const marked = await aFlag(db, { project, stale: true });
    await aFlag(db, { project });
    await aScan(db, { project, references: [at(old, 'a.ts', 7)] });

    const { body } = await get(`/api/admin/projects/${project}/stale-features`);
    const past = await get(`/api/admin/projects/${project}/stale-features?offset=5&limit=1`);

    expect(body).toMatchObject({
      total: 2,
      scans: 1,
      flags: [
        { name: marked, marked: true, total: 0, references: [], stage: 'initial' },
        { name: old, marked: false, total: 1, references: [{ path: 'a.ts', line: 7 }] },
      ],
    });
    expect(past.body).toEqual({ flags: [], total: 2, scans: 1 });
  });
});

describe('removing a flag that code refers to', () => {
  const warningOf = ({ headers }: { headers: Record<string, unknown> }) =>
    headers['pennon-warning'];

  test('warns in a header and in the preview; references in comments do not count', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project, name: unique('a b') });
    const mentioned = await aFlag(db, { project });
    await aScan(db, {
      project,
      references: [
        at(flag, 'a.ts', 1),
        at(flag, 'b.ts', 2),
        { ...at(mentioned, 'a.ts', 1), inComment: true },
      ],
    });
    const features = [flag, mentioned];
    const warning = `Code refers to: ${encodeURIComponent(flag)} (2)`;

    const preview = await post(`/api/admin/projects/${project}/archive/validate`, { features });
    const archived = await post(`/api/admin/projects/${project}/archive`, { features });
    const deleted = await post(`/api/admin/projects/${project}/delete`, { features: [flag] });
    const quiet = await del(`/api/admin/archive/${mentioned}`);

    expect(preview.body.codeReferences).toEqual([{ name: flag, references: 2 }]);
    expect([archived, deleted, quiet].map(warningOf)).toEqual([warning, warning, undefined]);
  });

  test('without references there is no warning', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });

    const impact = await post(`/api/admin/projects/${project}/archive/validate`, {
      features: [flag],
    });

    expect(impact.body).not.toHaveProperty('codeReferences');
    expect(warningOf(await del(`/api/admin/projects/${project}/features/${flag}`))).toBeUndefined();
  });
});
