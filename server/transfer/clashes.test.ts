import { describe, expect, test } from 'vitest';
import { aDependency, aFlag, aProject, changesSince, lastEventId, unique } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';
import { aSegment } from '../testing/targeting.ts';
import { flagsPerDocumentMax } from './schema.ts';

const { db, post } = await testApp();

const importing = '/api/admin/features-batch/import';
const validating = '/api/admin/features-batch/validate';
const environment = 'development';

const request = (project: string, data: object = {}) => ({
  project,
  environment,
  data: { features: [], featureStrategies: [], ...data },
});

/** What validate says and what import answers; the latter must have changed nothing. */
async function refused(project: string, data: object) {
  const before = await lastEventId(db);
  const forecast = await post(validating, request(project, data));
  const answer = await post(importing, request(project, data));
  expect(await changesSince(db, before)).toEqual([]);
  return { forecast, answer };
}

describe('a document that clashes with what is there is 400 at the place', () => {
  test('flags of other projects are named', async () => {
    const [project, elsewhere] = [await aProject(db), await aProject(db)];
    const [first, second] = [await aFlag(db, { project: elsewhere }), await aFlag(db)];
    const features = [{ name: first }, { name: unique('new') }, { name: second }];

    const { forecast, answer } = await refused(project, { features });

    expect(forecast.body.errors).toEqual([
      { message: 'The flag is in another project', affectedItems: [first, second] },
    ]);
    expect(answer.body.details).toEqual([
      { path: '/body/data/features/0/name', message: `${first}: The flag is in another project` },
      { path: '/body/data/features/2/name', message: `${second}: The flag is in another project` },
    ]);
  });

  test('a segment of the same name in another project cannot be used', async () => {
    const [project, elsewhere] = [await aProject(db), await aProject(db)];
    const name = unique('segment');
    await aSegment(db, { name, project: elsewhere });

    const { answer } = await refused(project, { segments: [{ id: 1, name }] });

    expect(answer.body.details).toEqual([
      {
        path: '/body/data/segments/0/name',
        message: `${name}: the segment of this name belongs to another project`,
      },
    ]);
  });

  test('three generations are refused, whichever end of them is in the document', async () => {
    const project = await aProject(db);
    const [top, middle, other] = [
      await aFlag(db, { project }),
      await aFlag(db, { project }),
      await aFlag(db, { project }),
    ];
    await aDependency(db, { child: middle, parent: top });
    const tie = (feature: string, parent: string) => ({
      features: [{ name: feature }],
      dependencies: [{ feature, dependencies: [{ feature: parent }] }],
    });

    const below = await refused(project, tie(other, middle));
    const above = await refused(project, tie(top, other));

    expect(below.answer.body.details[0].message).toContain(`flag ${middle} depends on another`);
    expect(above.answer.body.details[0].message).toContain(`flag ${middle} depends on this one`);
  });

  test('the naming pattern and the flag limit of the project hold for new flags', async () => {
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
    const fitting = await post(importing, request(project, { features: [{ name: unique('ok') }] }));

    expect(misnamed.answer.body.details[0]).toMatchObject({ path: '/body/data/features/0/name' });
    expect(tooMany.answer.body.details).toEqual([
      {
        path: '/body/data/features',
        message: `${project}: The project may hold 2 flags and has 1 already`,
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

    expect((await post(validating, request(project, { features }))).status).toBe(status);
  });

  test('at most 100 reasons are told, and how many there are', async () => {
    const features = Array.from({ length: 101 }, (_, index) => ({ name: `a b ${index}` }));

    const { answer } = await refused(await aProject(db), { features });

    expect(answer.body.details).toHaveLength(100);
    expect(answer.body.message).toContain('101 reasons');
  });
});
