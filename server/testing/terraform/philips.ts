import { expect } from 'vitest';
import type { Step } from './step.ts';

export const philipsResources: Record<string, Step[]> = {
  'philips unleash_project': [
    {
      call: 'POST /api/admin/projects',
      body: { id: 'tf-philips', name: 'Philips', description: '' },
      status: 201,
      reads: { id: 'tf-philips' },
    },
    {
      call: 'GET /api/admin/projects/tf-philips',
      status: 200,
      reads: { name: 'Philips', description: '' },
    },
    {
      call: 'PUT /api/admin/projects/tf-philips',
      body: { id: '', name: 'Philips 2', description: 'Changed' },
      status: 200,
    },
    { call: 'DELETE /api/admin/projects/tf-philips', status: 200 },
    { call: 'GET /api/admin/projects/tf-philips', status: 404 },
  ],

  'philips unleash_feature_v2, unleash_strategy_assignment, unleash_feature_enabling': [
    {
      call: 'POST /api/admin/projects/default/features',
      body: flagOfPhilips('tf-flag', ''),
      status: 201,
      reads: { name: 'tf-flag' },
    },
    {
      call: 'GET /api/admin/strategies/flexibleRollout',
      status: 200,
      reads: {
        parameters: expect.arrayContaining([expect.objectContaining({ name: 'rollout' })]),
      },
    },
    {
      call: 'POST /api/admin/projects/default/features/tf-flag/environments/development/strategies',
      body: {
        name: 'flexibleRollout',
        sortOrder: 0,
        parameters: { rollout: '50', stickiness: 'default', groupId: 'tf-flag' },
        constraints: [
          {
            contextName: 'userId',
            operator: 'IN',
            value: '',
            values: ['1', '2'],
            inverted: false,
            caseInsensitive: false,
          },
          {
            contextName: 'appVersion',
            operator: 'SEMVER_GT',
            value: '1.2.3',
            values: [],
            inverted: false,
            caseInsensitive: false,
          },
        ],
        variants: [
          { name: 'a', stickiness: 'default', weight: 0, weightType: 'variable' },
          {
            name: 'b',
            stickiness: 'default',
            weight: 300,
            weightType: 'fix',
            payload: { type: 'string', value: 'x' },
          },
        ],
      },
      status: 200,
      reads: { id: expect.any(String) },
      ids: { strategy: 'id' },
    },
    {
      call: 'POST /api/admin/projects/default/features/tf-flag/environments/development/on',
      body: flagOfPhilips('', ''),
      status: 200,
    },
    {
      call: 'POST /api/admin/features/tf-flag/tags',
      body: { type: 'simple', value: 'terraform' },
      status: 201,
    },
    {
      call: 'GET /api/admin/projects/default/features/tf-flag',
      status: 200,
      reads: {
        name: 'tf-flag',
        description: '',
        type: 'release',
        project: 'default',
        impressionData: false,
        environments: expect.arrayContaining([
          expect.objectContaining({
            name: 'development',
            enabled: true,
            strategies: [
              expect.objectContaining({
                id: ':strategy',
                name: 'flexibleRollout',
                parameters: { rollout: '50', stickiness: 'default', groupId: 'tf-flag' },
                variants: [
                  expect.objectContaining({ name: 'a', weight: 700 }),
                  expect.objectContaining({ name: 'b', weight: 300 }),
                ],
              }),
            ],
          }),
        ]),
      },
    },
    {
      call: 'GET /api/admin/features/tf-flag/tags',
      status: 200,
      reads: { tags: [{ type: 'simple', value: 'terraform' }] },
    },
    {
      call: 'PUT /api/admin/projects/default/features/tf-flag',
      body: flagOfPhilips('tf-flag', 'Changed'),
      status: 200,
      reads: { description: 'Changed' },
    },
    {
      call: 'PUT /api/admin/projects/default/features/tf-flag/environments/development/strategies/:strategy',
      body: {
        id: ':strategy',
        name: 'flexibleRollout',
        sortOrder: 0,
        parameters: { rollout: '100', stickiness: 'default', groupId: 'tf-flag' },
      },
      status: 200,
      reads: { id: ':strategy' },
    },
    {
      call: 'PUT /api/admin/features/tf-flag/tags',
      body: {
        addedTags: [{ type: 'simple', value: 'iac' }],
        removedTags: [{ type: 'simple', value: 'terraform' }],
      },
      status: 200,
      reads: { tags: [{ type: 'simple', value: 'iac' }] },
    },
    {
      call: 'DELETE /api/admin/projects/default/features/tf-flag/environments/development/strategies/:strategy',
      status: 200,
    },
    {
      call: 'POST /api/admin/projects/default/features/tf-flag/environments/development/off',
      body: flagOfPhilips('', ''),
      status: 200,
    },
    { call: 'DELETE /api/admin/projects/default/features/tf-flag', status: 202 },
    { call: 'GET /api/admin/projects/default/features/tf-flag', status: 404 },
    { call: 'DELETE /api/admin/archive/tf-flag', status: 200 },
  ],

  'philips unleash_user': [
    {
      call: 'POST /api/admin/user-admin',
      body: {
        name: 'Philips',
        username: 'tf-philips',
        email: 'philips@example.com',
        rootRole: 1,
        sendEmail: true,
      },
      status: 201,
      reads: { emailSent: false },
      ids: { user: 'id' },
    },
    {
      call: 'GET /api/admin/user-admin/search?q=tf-philips',
      status: 200,
      reads: [expect.objectContaining({ id: ':user', username: 'tf-philips' })],
    },
    {
      call: 'PUT /api/admin/user-admin/:user',
      body: {
        name: 'Philips 2',
        username: 'tf-philips',
        email: 'philips@example.com',
        rootRole: 2,
        sendEmail: true,
      },
      status: 200,
      reads: { name: 'Philips 2', rootRole: 2 },
    },
    { call: 'DELETE /api/admin/user-admin/:user', status: 200 },
    { call: 'GET /api/admin/user-admin/:user', status: 404 },
  ],
};

/** Go writes an empty list as null. */
function flagOfPhilips(name: string, description: string) {
  return {
    name,
    description,
    archived: false,
    project: 'default',
    stale: false,
    type: 'release',
    environments: null,
    variants: null,
    impressionData: false,
  };
}
