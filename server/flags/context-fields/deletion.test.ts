import { describe, expect, test } from 'vitest';
import { aFlag, aProject, changesSince, lastEventId, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aContextField, aSegment, aStrategy } from '../../testing/targeting.ts';

const { db, get, post, put, del } = await testApp();

const path = '/api/admin/context';

describe('DELETE /api/admin/context/:contextField', () => {
  test('a deletion is recorded with the deleted field', async () => {
    const legalValues = [{ value: 'nl' }];
    const name = await aContextField(db, { legalValues });
    const before = await lastEventId(db);

    const { status } = await del(`${path}/${name}`);

    expect(status).toBe(200);
    expect((await get(`${path}/${name}`)).status).toBe(404);
    expect(await changesSince(db, before)).toEqual([
      {
        type: 'context-field-deleted',
        project: null,
        environment: null,
        featureName: null,
        data: null,
        preData: { name, description: '', stickiness: false, sortOrder: 9999, legalValues },
      },
    ]);
  });

  /** Each uses the field and returns the user as the error message names it. */
  const uses: [string, (field: string) => Promise<string>][] = [
    [
      'a constraint of a strategy',
      (field) => inStrategy({ constraints: [{ contextName: 'userId' }, { contextName: field }] }),
    ],
    ['the stickiness of a rollout', (field) => inStrategy({ parameters: { stickiness: field } })],
    [
      'the stickiness of a strategy’s variant',
      (field) => inStrategy({ variants: [{ name: 'a', stickiness: field }] }),
    ],
    [
      'the stickiness of a variant',
      (field) => inVariants([{ name: 'a' }, { name: 'b', stickiness: field }]),
    ],
    [
      'an override of a variant',
      (field) => inVariants([{ name: 'a', overrides: [{ contextName: field, values: ['x'] }] }]),
    ],
    [
      'a constraint of a segment',
      async (field) => {
        const name = unique('segment');
        await aSegment(db, { name, constraints: [{ contextName: field }] });
        return `segments ${name}`;
      },
    ],
    [
      'the stickiness of a project',
      async (field) => {
        const project = await aProject(db);
        await db
          .updateTable('projects')
          .set({ default_stickiness: field })
          .where('id', '=', project)
          .execute();
        return `projects ${project}`;
      },
    ],
    [
      'a constraint of a default strategy',
      (field) => inDefault({ constraints: [{ contextName: field }] }),
    ],
    [
      'the stickiness of a default strategy',
      (field) => inDefault({ parameters: { stickiness: field } }),
    ],
    [
      'the stickiness of a default strategy’s variant',
      (field) => inDefault({ variants: [{ name: 'a', stickiness: field }] }),
    ],
  ];

  test.each(uses)(
    'a field used by %s is not deleted, and the error names the user',
    async (_, use) => {
      const field = await aContextField(db);
      const user = await use(field);

      const { status, body } = await del(`${path}/${field}`);

      expect(status).toBe(409);
      expect(body).toMatchObject({
        name: 'ConflictError',
        message: `Context field "${field}" is used by ${user}.`,
      });
    },
  );

  test('archived flags do not prevent it, and keep their references when they are revived', async () => {
    const field = await aContextField(db, { legalValues: [{ value: 'nl' }] });
    const flag = await aFlag(db, { archivedAt: '2020-01-01T00:00:00.000Z' });
    const constraints = [{ contextName: field, operator: 'IN', values: ['nl'] }];
    const parameters = { rollout: '50', stickiness: field, groupId: 'g' };
    const strategy = { flag, name: 'flexibleRollout', constraints, parameters };
    const id = await aStrategy(db, strategy);
    await setVariants(flag, [{ name: 'a', weight: 1000, stickiness: field }]);
    const uses = await get(`${path}/${field}/strategies`);

    const { status } = await del(`${path}/${field}`);
    await post(`/api/admin/archive/revive/${flag}`);

    const environment = `/api/admin/projects/default/features/${flag}/environments/development`;
    expect(uses.body.strategies).toEqual([]);
    expect(status).toBe(200);
    expect((await get(`${environment}/strategies/${id}`)).body).toMatchObject({
      constraints,
      parameters,
    });
    expect((await put(`${environment}/strategies/${id}`, { title: 'New' })).status).toBe(200);
    await aContextField(db, { name: field });
    expect((await get(`${path}/${field}`)).body.usedInFeatures).toBe(1);
    expect((await del(`${path}/${field}`)).status).toBe(409);
  });

  test('the error names at most ten users of each kind', async () => {
    const field = await aContextField(db);
    const name = unique('segment');
    for (const letter of 'abcdefghijk') {
      await aSegment(db, { name: `${name}-${letter}`, constraints: [{ contextName: field }] });
    }

    const { message } = (await del(`${path}/${field}`)).body;

    expect(message).toContain(`${name}-j`);
    expect(message).not.toContain(`${name}-k`);
  });

  test('the stickiness "default" does not use a field named "default"; a constraint does', async () => {
    await aContextField(db, { name: 'default' });
    const flag = await aFlag(db);
    await aStrategy(db, { flag, parameters: { stickiness: 'default' } });
    const segment = await aSegment(db, { constraints: [{ contextName: 'default' }] });

    const used = await del(`${path}/default`);
    await db.deleteFrom('segments').where('id', '=', segment).execute();
    const unused = await del(`${path}/default`);

    expect([used.status, unused.status]).toEqual([409, 200]);
  });

  test('a field is not deleted after a concurrent request has created a segment that uses it', async () => {
    for (let round = 0; round < 20; round++) {
      const field = await aContextField(db);
      const constraints = [{ contextName: field, operator: 'IN', values: ['x'] }];
      const before = await lastEventId(db);

      const [deleted, created] = await Promise.all([
        del(`${path}/${field}`),
        post('/api/admin/segments', { name: unique('s'), constraints }),
      ]);

      // A constraint may name a field that does not exist, so the segment is always created.
      expect(created.status).toBe(201);
      const recorded = (await changesSince(db, before)).map(({ type }) => type);
      expect(recorded).toEqual(
        deleted.status === 200 ? ['context-field-deleted', 'segment-created'] : ['segment-created'],
      );
    }
  });

  async function inStrategy(input: object): Promise<string> {
    const flag = await aFlag(db);
    await aStrategy(db, { flag, ...input });
    return `flags ${flag}`;
  }

  async function inVariants(variants: object[]): Promise<string> {
    const flag = await aFlag(db);
    await setVariants(flag, variants);
    return `flags ${flag}`;
  }

  async function setVariants(flag: string, variants: object[]): Promise<void> {
    await db
      .updateTable('flag_environments')
      .set({ variants: JSON.stringify(variants) })
      .where('flag', '=', flag)
      .execute();
  }

  async function inDefault(strategy: object): Promise<string> {
    const project = await aProject(db);
    await db
      .updateTable('project_environments')
      .set({ default_strategy: JSON.stringify({ name: 'flexibleRollout', ...strategy }) })
      .where('project', '=', project)
      .execute();
    return `projects ${project}`;
  }
});
