import { describe, expect, test } from 'vitest';
import { aDependency, aFlag, aProject, unique } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';
import { aSegment } from '../testing/targeting.ts';
import { importPath, importRequest, refusedImport, validatePath } from '../testing/transfer.ts';
import { flagsPerDocumentMax } from './schema.ts';

const { db, post } = await testApp();

const refused = (project: string, data: object) => refusedImport({ db, post }, project, data);

describe('a document that conflicts with stored data is 400 with the path', () => {
  test('flags of other projects are listed', async () => {
    const [project, elsewhere] = [await aProject(db), await aProject(db)];
    const [first, second] = [await aFlag(db, { project: elsewhere }), await aFlag(db)];
    const features = [{ name: first }, { name: unique('new') }, { name: second }];

    const { preview, response } = await refused(project, { features });

    expect(preview.body.errors).toEqual([
      { message: 'The flag is in another project', affectedItems: [first, second] },
    ]);
    expect(response.body.details).toEqual([
      { path: '/body/data/features/0/name', message: `${first}: The flag is in another project` },
      { path: '/body/data/features/2/name', message: `${second}: The flag is in another project` },
    ]);
  });

  test('a segment of the same name in another project cannot be used', async () => {
    const [project, elsewhere] = [await aProject(db), await aProject(db)];
    const name = unique('segment');
    await aSegment(db, { name, project: elsewhere });

    const { response } = await refused(project, { segments: [{ id: 1, name }] });

    expect(response.body.details).toEqual([
      {
        path: '/body/data/segments/0/name',
        message: `${name}: A segment with this name belongs to another project`,
      },
    ]);
  });

  test('three levels of dependencies are refused, for a new parent and a new child', async () => {
    const project = await aProject(db);
    const [top, middle, other] = [
      await aFlag(db, { project }),
      await aFlag(db, { project }),
      await aFlag(db, { project }),
    ];
    await aDependency(db, { child: middle, parent: top });
    const dependency = (feature: string, parent: string) => ({
      features: [{ name: feature }],
      dependencies: [{ feature, dependencies: [{ feature: parent }] }],
    });

    const below = await refused(project, dependency(other, middle));
    const above = await refused(project, dependency(top, other));

    expect(below.response.body.details[0].message).toContain(`Flag "${middle}" depends on another`);
    expect(above.response.body.details[0].message).toContain(
      `Flag "${middle}" depends on this one`,
    );
  });

  test('the naming pattern and the flag limit of the project apply to new flags', async () => {
    const project = await aProject(db);
    const old = await aFlag(db, { project });
    await db
      .updateTable('projects')
      .set({ flag_limit: 2, naming_pattern: 'ok-.*' })
      .where('id', '=', project)
      .execute();

    const misnamed = await refused(project, { features: [{ name: 'bad-name' }] });
    const tooMany = await refused(project, {
      features: [{ name: old }, { name: unique('ok') }, { name: unique('ok') }],
    });
    const fitting = await post(
      importPath,
      importRequest(project, { features: [{ name: unique('ok') }] }),
    );

    expect(misnamed.response.body.details[0]).toMatchObject({ path: '/body/data/features/0/name' });
    expect(tooMany.response.body.details).toEqual([
      {
        path: '/body/data/features',
        message: `${project}: The flag limit of the project is 2; it has 1`,
      },
    ]);
    expect(fitting.status).toBe(200);
  });

  test.each([
    [flagsPerDocumentMax, 200],
    [flagsPerDocumentMax + 1, 400],
  ])('%i flags are %i', async (count, status) => {
    const project = await aProject(db);
    const features = Array.from({ length: count }, (_, index) => ({ name: `f-${index}` }));

    expect((await post(validatePath, importRequest(project, { features }))).status).toBe(status);
  });

  test('at most 100 reasons are returned, with the total', async () => {
    const features = Array.from({ length: 101 }, (_, index) => ({ name: `a b ${index}` }));

    const { response } = await refused(await aProject(db), { features });

    expect(response.body.details).toHaveLength(100);
    expect(response.body.message).toContain('101 reasons');
  });
});
