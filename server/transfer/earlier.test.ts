import { describe, expect, test } from 'vitest';
import { aProject, aUser, lastEventId, unique } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';

const { db, post, put, del } = await testApp();
const path = '/api/admin/features-batch/export';
const environment = 'development';

describe(`POST ${path} with at`, () => {
  test('is the document of that moment, for those who may see it', async () => {
    const project = await aProject(db, { mode: 'private' });
    const segment = { name: unique('segment'), constraints: [] };
    const { id } = (await post('/api/admin/segments', segment)).body;
    const [parent, name] = [unique('a'), unique('b')];
    const flagPath = `/api/admin/projects/${project}/features/${name}`;
    for (const flag of [parent, name]) {
      await post(`/api/admin/projects/${project}/features`, { name: flag });
    }
    const strategies = `${flagPath}/environments/${environment}/strategies`;
    await post(strategies, { name: 'flexibleRollout', segments: [id] });
    await post(`${flagPath}/environments/${environment}/on`);
    await post(`/api/admin/features/${name}/tags`, { type: 'simple', value: 'eu' });
    await post(`${flagPath}/dependencies`, { feature: parent });
    await post(`${flagPath}/link`, { url: 'https://example.com' });
    const { body: before } = await post(path, { environment, project });
    const at = await lastEventId(db);
    await put(`/api/admin/segments/${id}`, { ...segment, description: 'Later' });
    await del(flagPath);

    const { body } = await post(path, { environment, project, at });
    const tagged = await post(path, { environment, project, at, tag: 'eu' });
    const hidden = await post(path, { environment, project, at }, await aUser(db));

    expect(before.featureStrategies).toHaveLength(1);
    expect(body).toEqual(before);
    expect(tagged.body.features).toMatchObject([{ name }]);
    expect(hidden.body.features).toEqual([]);
  });
});
