import { describe, expect, test } from 'vitest';
import { aProject, unique } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';
import { aContextField } from '../testing/targeting.ts';
import { importPath, importRequest, refusedImport } from '../testing/transfer.ts';

const { db, post } = await testApp();

const refused = (project: string, data: object) => refusedImport({ db, post }, project, data);

const flag = 'flag';
const field = await aContextField(db, { legalValues: [{ value: 'a' }] });
const one = { features: [{ name: flag }] };
const variant = { name: 'v', weight: 0, weightType: 'variable', stickiness: 'default' };
const strategy = (more: object) => ({
  ...one,
  featureStrategies: [
    { featureName: flag, name: 'default' },
    { featureName: flag, name: 'default', ...more },
  ],
});
const at = '/body/data/featureStrategies/1';
const constrained = (more: object) =>
  strategy({ constraints: [{ contextName: 'userId', operator: 'IN', values: ['a'], ...more }] });

describe('a malformed document is 400 with the path, for import and validate', () => {
  test.each<[string, object, string]>([
    ['an object instead of a list', { features: {} }, '/body/data/features'],
    ['a flag without a name', { features: [{}] }, '/body/data/features/0/name'],
    [
      'a switch that is text',
      { ...one, featureEnvironments: [{ name: flag, enabled: 'yes' }] },
      '/body/data/featureEnvironments/0/enabled',
    ],
    ['an unknown operator', constrained({ operator: 'LIKE' }), `${at}/constraints/0/operator`],
    [
      'a weight too large',
      strategy({ variants: [{ ...variant, weight: 1001 }] }),
      `${at}/variants/0/weight`,
    ],
    [
      'a tag too short',
      { ...one, featureTags: [{ featureName: flag, tagValue: 'a' }] },
      '/body/data/featureTags/0/tagValue',
    ],
    [
      'a tag too long',
      { ...one, featureTags: [{ featureName: flag, tagValue: 'a'.repeat(51) }] },
      '/body/data/featureTags/0/tagValue',
    ],
    [
      'a description too long',
      { features: [{ name: flag, description: 'x'.repeat(1001) }] },
      '/body/data/features/0/description',
    ],
    [
      'two parents',
      {
        ...one,
        dependencies: [{ feature: flag, dependencies: [{ feature: 'a' }, { feature: 'b' }] }],
      },
      '/body/data/dependencies/0/dependencies',
    ],
    [
      'eleven links',
      { ...one, links: [{ feature: flag, links: Array(11).fill({ url: 'https://a.b' }) }] },
      '/body/data/links/0/links',
    ],
  ])('%s', async (_, data, path) => {
    const project = await aProject(db);

    const { preview, response } = await refused(project, data);

    const expected = { status: 400, body: { name: 'BadDataError', details: [{ path }] } };
    expect(response).toMatchObject(expected);
    expect(preview).toMatchObject(expected);
  });
});

describe('an invalid document is 400 with the path, and validate lists the errors', () => {
  const links = (url: string) => ({ ...one, links: [{ feature: flag, links: [{ url }] }] });
  const depends = (feature: string) => ({
    ...one,
    dependencies: [{ feature: flag, dependencies: [{ feature }] }],
  });

  test.each<[string, object, string, string]>([
    [
      'a duplicate flag',
      { features: [{ name: flag }, { name: flag }] },
      '/body/data/features/1/name',
      'Duplicate entry',
    ],
    [
      'a name that is not URL-friendly',
      { features: [{ name: 'a b' }] },
      '/body/data/features/0/name',
      '"a b" is not URL-friendly',
    ],
    [
      'an unknown flag type',
      { features: [{ name: flag, type: 'moon' }] },
      '/body/data/features/0/type',
      'Flag type "moon" does not exist.',
    ],
    [
      'an unknown strategy type',
      strategy({ name: 'moon' }),
      `${at}/name`,
      'Strategy type "moon" does not exist.',
    ],
    [
      'a strategy of a flag outside the document',
      strategy({ featureName: 'other' }),
      `${at}/featureName`,
      'The flag is not in the document',
    ],
    [
      'a state of a flag outside the document',
      { featureEnvironments: [{ name: 'other', enabled: true }] },
      '/body/data/featureEnvironments/0/featureName',
      'The flag is not in the document',
    ],
    [
      'a tag of a flag outside the document',
      { featureTags: [{ featureName: 'other', tagValue: 'ab' }] },
      '/body/data/featureTags/0/featureName',
      'The flag is not in the document',
    ],
    [
      'two states of a flag',
      {
        ...one,
        featureEnvironments: [
          { name: flag, enabled: true },
          { name: flag, enabled: false },
        ],
      },
      '/body/data/featureEnvironments/1/featureName',
      'Duplicate entry',
    ],
    [
      'an invalid number',
      constrained({ operator: 'NUM_EQ', value: 'x' }),
      `${at}/constraints/0/value`,
      'NUM_EQ needs a decimal number',
    ],
    [
      'an empty list of values',
      constrained({ values: [] }),
      `${at}/constraints/0/values`,
      'IN needs at least one value',
    ],
    [
      'invalid weights',
      strategy({
        variants: [
          { ...variant, name: 'a', weight: 600, weightType: 'fix' },
          { ...variant, name: 'b', weight: 600, weightType: 'fix' },
          variant,
        ],
      }),
      `${at}/variants`,
      'Fixed weights add up to 1200',
    ],
    [
      'invalid environment variants',
      {
        ...one,
        featureEnvironments: [
          { name: flag, enabled: false, variants: [{ ...variant, weightType: 'fix' }] },
        ],
      },
      '/body/data/featureEnvironments/0/variants',
      'At least one variant must be variable',
    ],
    [
      'a rollout over 100',
      strategy({ name: 'flexibleRollout', parameters: { rollout: 101 } }),
      `${at}/parameters/rollout`,
      '"rollout" must be a percentage',
    ],
    [
      'a segment that the document does not list',
      strategy({ segments: [3] }),
      `${at}/segments/0`,
      'Segment 3 is not among',
    ],
    [
      'a segment that neither exists nor is defined',
      { ...strategy({ segments: [3] }), segments: [{ id: 3, name: 'no such segment' }] },
      '/body/data/segments/0/constraints',
      'The segment does not exist',
    ],
    [
      'a segment with a bad constraint',
      {
        ...one,
        segments: [
          {
            id: 3,
            name: 'bad',
            constraints: [{ contextName: 'a', operator: 'SEMVER_EQ', value: 'x' }],
          },
        ],
      },
      '/body/data/segments/0/constraints/0/value',
      'SEMVER_EQ needs a version',
    ],
    [
      'a duplicate segment',
      {
        ...one,
        segments: [
          { id: 3, name: 'duplicate', constraints: [] },
          { id: 4, name: 'duplicate', constraints: [] },
        ],
      },
      '/body/data/segments/1/name',
      'Duplicate entry',
    ],
    [
      'a duplicate segment id',
      {
        ...one,
        segments: [
          { id: 3, name: 's1', constraints: [] },
          { id: 3, name: 's2', constraints: [] },
        ],
      },
      '/body/data/segments/1/id',
      'Duplicate entry',
    ],
    [
      'values that a context field forbids and its definition in the document allows',
      {
        ...constrained({ contextName: field, values: ['x'] }),
        contextFields: [{ name: field, legalValues: [{ value: 'x' }] }],
      },
      `${at}/constraints/0/values`,
      '"x" is not a legal value',
    ],
    [
      'a context field with a bad name',
      { ...one, contextFields: [{ name: 'a b' }] },
      '/body/data/contextFields/0/name',
      '"a b" is not URL-friendly',
    ],
    [
      'a tag type with a bad name',
      { ...one, tagTypes: [{ name: 'a b' }] },
      '/body/data/tagTypes/0/name',
      '"a b" is not URL-friendly',
    ],
    [
      'a tag of an unknown type',
      { ...one, featureTags: [{ featureName: flag, tagType: 'moon', tagValue: 'ab' }] },
      '/body/data/featureTags/0/tagType',
      'Tag type "moon" does not exist.',
    ],
    [
      'an invalid link',
      links('javascript:alert(1)'),
      '/body/data/links/0/links/0/url',
      '"url" must be an http or https URL',
    ],
    [
      'a parent that does not exist',
      depends('moon'),
      '/body/data/dependencies/0/dependencies/0/feature',
      'Flag "moon" is not an active flag',
    ],
    [
      'a flag that depends on itself',
      depends(flag),
      '/body/data/dependencies/0/dependencies/0/feature',
      'A flag cannot depend on itself',
    ],
    [
      'variants of a parent that must be off',
      {
        features: [{ name: flag }, { name: 'parent' }],
        dependencies: [
          { feature: flag, dependencies: [{ feature: 'parent', enabled: false, variants: ['v'] }] },
        ],
      },
      '/body/data/dependencies/0/dependencies/0/variants',
      'A parent that must be off',
    ],
    [
      '31 strategies',
      { ...one, featureStrategies: Array(31).fill({ featureName: flag, name: 'default' }) },
      '/body/data/featureStrategies/30',
      'A flag has at most 30 strategies',
    ],
  ])('%s', async (_, data, path, message) => {
    const project = await aProject(db);

    const { preview, response } = await refused(project, data);

    expect(response).toMatchObject({ status: 400, body: { name: 'BadDataError' } });
    expect(response.body.details).toContainEqual({
      path,
      message: expect.stringContaining(message),
    });
    expect(preview.status).toBe(200);
    expect(preview.body.errors).toContainEqual({
      message: expect.stringContaining(message),
      affectedItems: [expect.any(String)],
    });
  });

  test('30 strategies and 10 links are allowed', async () => {
    const name = unique('flag');
    const project = await aProject(db);

    const { status } = await post(
      importPath,
      importRequest(project, {
        features: [{ name }],
        featureStrategies: Array(30).fill({ featureName: name, name: 'default' }),
        links: [{ feature: name, links: Array(10).fill({ url: 'https://example.com' }) }],
      }),
    );

    expect(status).toBe(200);
  });
});
