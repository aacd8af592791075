import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LoggedEvent } from './catalogue/sentences.ts';
import { catalogue, describeEvent } from './catalogue.ts';
import { eventTypes } from './types.ts';

const anEvent = (given: Partial<LoggedEvent>): LoggedEvent => ({
  type: 'feature-created',
  createdBy: 'ada',
  project: 'web',
  environment: 'production',
  featureName: 'dark-mode',
  data: null,
  preData: null,
  ...given,
});

const flag = '**[dark-mode](/projects/web/features/dark-mode)**';
const project = '**[web](/projects/web)**';
const unleashImported = 'imported an installation of Unleash with 12 flags';

/** The label and the summary of each type, for data as the commands write it. */
const summaries: [LoggedEvent['type'], Partial<LoggedEvent>, string, string][] = [
  ['feature-created', {}, 'Flag created', `created flag ${flag} in project ${project}`],
  ['feature-archived', {}, 'Flag archived', `archived flag **dark-mode** in project ${project}`],
  [
    'feature-project-change',
    { data: { oldProject: 'ios', newProject: 'web' } },
    'Flag moved to a new project',
    `moved flag ${flag} from project **ios** to project ${project}`,
  ],
  [
    'feature-environment-enabled',
    {},
    'Flag enabled',
    `enabled flag ${flag} in environment **production** of project ${project}`,
  ],
  [
    'feature-metadata-updated',
    {
      preData: { name: 'dark-mode', description: null, type: 'release' },
      data: { name: 'dark-mode', description: 'At *night*', type: 'experiment' },
    },
    'Flag metadata updated',
    `updated flag ${flag} in project ${project}: description to At \\*night\\*; type from release to experiment`,
  ],
  [
    'feature-metadata-updated',
    {
      preData: { links: [] },
      data: { links: [{ id: '1', url: 'https://docs.example/x', title: null }] },
    },
    'Flag metadata updated',
    `updated flag ${flag} in project ${project}: links to (https\\://docs.example/x)`,
  ],
  [
    'feature-tagged',
    { data: { type: 'simple', value: 'ios' } },
    'Flag tagged',
    `tagged flag ${flag} with tag **simple:ios** in project ${project}`,
  ],
  [
    'feature-untagged',
    { preData: { type: 'simple', value: 'ios' } },
    'Flag untagged',
    `removed tag **simple:ios** from flag ${flag} in project ${project}`,
  ],
  [
    'feature-environment-variants-updated',
    {
      preData: { variants: [{ name: 'red', weight: 1000 }] },
      data: {
        variants: [
          { name: 'red', weight: 250, weightType: 'fix', stickiness: 'userId' },
          { name: 'blue', weight: 750, weightType: 'variable', payload: { value: '{}' } },
        ],
      },
    },
    'Flag variants updated',
    `updated the variants of flag ${flag} in environment **production** of project ${project}: ` +
      'variants from (red 100%) to (red 25% fixed by userId, blue 75% with payload \\{\\})',
  ],
  [
    'feature-dependency-added',
    { data: { feature: 'base', enabled: true, variants: ['a'] } },
    'Flag dependency added',
    `added the dependency of flag ${flag} on flag **[base](/projects/web/features/base)** with one of the variants (a) in project ${project}`,
  ],
  [
    'api-token-created',
    { project: null, environment: 'production', data: { tokenName: 'ci' } },
    'API token created',
    'created API token **ci** in environment **production**',
  ],
  [
    'segment-updated',
    { project: null, preData: { id: 1, name: 'EU' }, data: { id: 1, name: 'Europe' } },
    'Segment updated',
    'updated segment **EU**: name from EU to Europe',
  ],
  [
    'segment-updated',
    {
      project: null,
      preData: { id: 1, name: 'EU', description: null, constraints: [] },
      data: {
        id: 1,
        name: 'EU',
        description: 'Members',
        constraints: [{ contextName: 'country', operator: 'IN', values: ['de', 'at'] }],
      },
    },
    'Segment updated',
    'updated segment **EU**: description to Members; constraints to (country is one of (de, at))',
  ],
  [
    'project-access-added',
    { data: { roles: [{ roleId: 4, userIds: [1, 2], groupIds: [] }] } },
    'Project access added',
    `gave access to project ${project}: role Owner to users (1, 2)`,
  ],
  [
    'user-updated',
    { project: null, preData: { name: 'Bo' }, data: { name: 'Bo', passwordChanged: true } },
    'User updated',
    'changed the password of user **Bo**',
  ],
  [
    'change-request-scheduled',
    { data: { changeRequestId: 7, scheduledDate: '2030-01-01T00:00:00.000Z' } },
    'Change request scheduled',
    `scheduled change request **[\\#7](/projects/web/change-requests/7)** for flag ${flag} ` +
      `in environment **production** of project ${project} for **2030-01-01 00:00 UTC**`,
  ],
  [
    'change-request-schedule-removed',
    { data: { changeRequestId: 7 } },
    'Change request removed from schedule',
    `removed change request **[\\#7](/projects/web/change-requests/7)** for flag ${flag} ` +
      `in environment **production** of project ${project} from the schedule`,
  ],
  [
    'features-exported',
    { project: null, environment: null, data: { environment: 'dev', features: ['a', 'b'] } },
    'Flags exported',
    'exported flags (**a**, **b**) from environment **dev**',
  ],
  ['unleash-imported', { data: { totals: { flags: 12 } } }, 'Unleash imported', unleashImported],
];

describe('describeEvent', () => {
  test.each(summaries)(
    '%s has a label and a summary with actor, change and scope',
    (type, given, label, did) => {
      expect(describeEvent(anEvent({ type, ...given }))).toEqual({
        label,
        summary: `**ada** ${did}`,
      });
    },
  );

  test('every type has a label and a summary', () => {
    expect(Object.keys(catalogue).sort()).toEqual([...eventTypes].sort());
    for (const type of eventTypes) {
      const { label, summary } = describeEvent(anEvent({ type }));
      expect(label).not.toBe(type);
      expect(label).toMatch(/^[A-Z][\w ]+$/);
      expect(summary).toMatch(/^\*\*ada\*\* \S/);
      expect(summary).not.toContain('triggered');
      expect(summary).not.toMatch(/undefined|null|\[object| {2}|\*{3}/);
    }
  });

  test('a type of a newer version is shown by its name', () => {
    expect(describeEvent(anEvent({ type: 'moon-landed' }))).toEqual({
      label: 'moon-landed',
      summary: '**ada** recorded an event of unknown type **moon-landed**',
    });
  });

  test('no stored data makes it fail', () => {
    const anyJson = fc.option(fc.jsonValue({ maxDepth: 4 }));
    const likely = fc.record(
      Object.fromEntries(
        ['name', 'parameters', 'constraints', 'segments', 'variants', 'links', 'roles'].map(
          (name) => [name, anyJson],
        ),
      ),
      { requiredKeys: [] },
    );
    const data = fc.oneof(anyJson, likely);
    const text = fc.option(fc.string({ unit: 'binary' }));
    const shape = fc.record({
      type: fc.constantFrom(...eventTypes),
      createdBy: fc.string({ unit: 'binary' }),
      project: text,
      environment: text,
      featureName: text,
      data,
      preData: data,
    });

    fc.assert(
      fc.property(shape, (event) => {
        const { label, summary } = describeEvent(event);
        expect(label).not.toBe('');
        expect(summary).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a strategy update', () => {
  const strategy = {
    id: 'f0e1',
    name: 'flexibleRollout',
    title: 'Slowly',
    disabled: false,
    sortOrder: 0,
    segments: [],
    constraints: [],
    variants: [],
    parameters: { rollout: '10', stickiness: 'default', groupId: 'dark-mode' },
  };
  const updated = (data: object, preData: object = strategy) =>
    describeEvent(anEvent({ type: 'feature-strategy-update', data, preData })).summary;
  const start =
    `**ada** updated flag ${flag} in project ${project} ` +
    'by updating strategy **Slowly** in **production**';
  const constraint = { contextName: 'userId', operator: 'IN', values: ['a', 'b'] };

  test.each([
    [
      'rollout',
      { parameters: { ...strategy.parameters, rollout: '50' } },
      'rollout from 10% to 50%',
    ],
    [
      'stickiness and group',
      { parameters: { rollout: '10', stickiness: 'userId', groupId: 'x' } },
      'stickiness from default to userId; group ID from dark-mode to x',
    ],
    ['constraints', { constraints: [constraint] }, 'constraints to (userId is one of (a, b))'],
    [
      'constraints of one value',
      {
        constraints: [
          { contextName: 'age', operator: 'NUM_GTE', value: '18', values: [], inverted: true },
          {
            contextName: 'mail',
            operator: 'STR_ENDS_WITH',
            values: ['@x.org'],
            caseInsensitive: true,
          },
        ],
      },
      'constraints to (not: age is at least 18, mail ends with one of (@x.org) in any case)',
    ],
    ['segments', { segments: [3, 5] }, 'segments to (3, 5)'],
    ['named segments', { segments: [{ id: 3, name: 'EU' }] }, 'segments to (EU)'],
    ['title', { title: 'Fast' }, 'title from Slowly to Fast'],
    ['no title', { title: null }, 'title from Slowly to none'],
    ['disabled', { disabled: true }, 'switched off'],
    ['variants', { variants: [{ name: 'v', weight: 1000 }] }, 'variants to (v 100%)'],
    ['position', { sortOrder: 2 }, 'position from 0 to 2'],
    [
      'parameters of another strategy type',
      { parameters: { ...strategy.parameters, userIds: 'ada,bo' } },
      'user IDs to ada,bo',
    ],
  ])('describes the change: %s', (_, change, fragment) => {
    expect(updated({ ...strategy, ...change })).toBe(`${start}: ${fragment}`);
  });

  test('several changes are listed', () => {
    const after = { ...strategy, disabled: true, segments: [1] };

    expect(updated(after)).toBe(`${start}: switched off; segments to (1)`);
  });

  test('a removed value is shown as none', () => {
    const before = { ...strategy, constraints: [constraint], segments: [1], disabled: true };

    expect(updated(strategy, before)).toBe(
      `${start}: switched on; constraints from (userId is one of (a, b)) to none; ` +
        'segments from (1) to none',
    );
  });

  test('a change in values that are not shown is mentioned', () => {
    const values = Array.from({ length: 20 }, (_, index) => `v${index}`);
    const before = { ...strategy, constraints: [{ ...constraint, values }] };
    const after = {
      ...strategy,
      constraints: [{ ...constraint, values: [...values.slice(1, 19), 'x', 'y'] }],
    };
    const hidden = {
      ...strategy,
      constraints: [{ ...constraint, values: [...values.slice(0, 19), 'x'] }],
    };

    expect(updated(after, before)).toContain(
      'constraints from (userId is one of (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9 and 10 more)) to',
    );
    expect(updated(hidden, before)).toBe(`${start}: constraints changed`);
  });

  test('no difference is shown without the previous state', () => {
    const event = anEvent({ type: 'feature-strategy-update', data: strategy });

    expect(describeEvent(event).summary).toBe(start);
  });
});
