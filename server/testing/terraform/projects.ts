import { expect } from 'vitest';
import type { Step } from './step.ts';

const environment = [
  'name',
  'type',
  'enabled',
  'protected',
  'sortOrder',
  'projectCount',
  'apiTokenCount',
  'enabledToggleCount',
  'requiredApprovals',
];
const createdProject = [
  'id',
  'name',
  'description',
  'featureLimit',
  'mode',
  'defaultStickiness',
  'environments',
  'changeRequestEnvironments',
];

export const projectResources: Record<string, Step[]> = {
  unleash_project: [
    {
      call: 'POST /api/admin/projects',
      body: { id: 'tf-project', name: 'Terraform', environments: [] },
      status: 201,
      reads: { id: 'tf-project', name: 'Terraform' },
      known: createdProject,
      notNull: ['description'],
    },
    { call: 'PUT /api/admin/projects/tf-project/settings', body: { mode: 'open' }, status: 200 },
    {
      call: 'GET /api/admin/projects',
      status: 200,
      reads: {
        projects: expect.arrayContaining([
          expect.objectContaining({ id: 'tf-project', name: 'Terraform', mode: 'open' }),
        ]),
      },
    },
    {
      call: 'PUT /api/admin/projects/tf-project/settings',
      body: { mode: 'private' },
      status: 200,
    },
    {
      call: 'PUT /api/admin/projects/tf-project',
      body: { name: 'Terraform 2', description: 'Managed' },
      status: 200,
    },
    {
      call: 'GET /api/admin/projects',
      status: 200,
      reads: {
        projects: expect.arrayContaining([
          expect.objectContaining({
            id: 'tf-project',
            name: 'Terraform 2',
            description: 'Managed',
            mode: 'private',
          }),
        ]),
      },
    },
    { call: 'DELETE /api/admin/projects/tf-project', status: 200 },
    {
      call: 'GET /api/admin/projects',
      status: 200,
      reads: {
        projects: expect.not.arrayContaining([expect.objectContaining({ id: 'tf-project' })]),
      },
    },
  ],

  unleash_environment: [
    {
      call: 'POST /api/admin/environments',
      body: { name: 'tf-staging', type: 'test' },
      status: 201,
      reads: { name: 'tf-staging', type: 'test' },
      known: environment,
    },
    {
      call: 'GET /api/admin/environments/tf-staging',
      status: 200,
      reads: { name: 'tf-staging', type: 'test' },
      known: environment,
    },
    {
      call: 'PUT /api/admin/environments/update/tf-staging',
      body: { type: 'preproduction' },
      status: 200,
      reads: { name: 'tf-staging', type: 'preproduction' },
      known: environment,
    },
    { call: 'DELETE /api/admin/environments/tf-staging', status: 200 },
    { call: 'GET /api/admin/environments/tf-staging', status: 404 },
  ],

  unleash_project_environment: [
    {
      call: 'POST /api/admin/projects',
      body: { id: 'tf-linked', name: 'Linked', environments: [] },
      status: 201,
    },
    {
      call: 'POST /api/admin/environments',
      body: { name: 'tf-linked-env', type: 'test' },
      status: 201,
    },
    {
      call: 'POST /api/admin/projects/tf-linked/environments',
      body: { environment: 'tf-linked-env' },
      status: 200,
    },
    {
      call: 'POST /api/admin/projects/tf-linked/environments',
      body: { environment: 'development' },
      status: 200,
    },
    // Updates link again and accept the conflict.
    {
      call: 'POST /api/admin/projects/tf-linked/environments',
      body: { environment: 'tf-linked-env' },
      status: 409,
    },
    {
      call: 'PUT /api/admin/projects/tf-linked/environments/tf-linked-env/change-requests/config',
      body: { changeRequestsEnabled: true, requiredApprovals: 2 },
      status: 200,
    },
    {
      call: 'GET /api/admin/environments/project/tf-linked',
      status: 200,
      reads: {
        environments: expect.arrayContaining([expect.objectContaining({ name: 'tf-linked-env' })]),
      },
    },
    {
      call: 'GET /api/admin/projects/tf-linked/change-requests/config',
      status: 200,
      // Exactly these members: the client refuses others.
      reads: expect.arrayContaining([
        {
          environment: 'tf-linked-env',
          type: 'test',
          changeRequestEnabled: true,
          requiredApprovals: 2,
        },
      ]),
    },
    {
      call: 'PUT /api/admin/projects/tf-linked/environments/tf-linked-env/change-requests/config',
      body: { changeRequestsEnabled: false, requiredApprovals: 0 },
      status: 200,
    },
    {
      call: 'DELETE /api/admin/projects/tf-linked/environments/tf-linked-env',
      status: 200,
    },
    { call: 'GET /api/admin/environments/project/tf-unknown', status: 404 },
  ],

  unleash_context_field: [
    {
      call: 'POST /api/admin/context',
      body: {
        name: 'tfField',
        description: 'Managed',
        stickiness: false,
        legalValues: [{ value: 'a', description: 'First' }, { value: 'b' }],
      },
      status: 201,
      reads: { name: 'tfField', description: 'Managed', stickiness: false },
    },
    {
      call: 'GET /api/admin/context/tfField',
      status: 200,
      reads: { legalValues: [{ value: 'a', description: 'First' }, { value: 'b' }] },
    },
    {
      call: 'PUT /api/admin/context/tfField',
      body: { stickiness: true, legalValues: [] },
      status: 200,
    },
    {
      call: 'GET /api/admin/context/tfField',
      status: 200,
      reads: { stickiness: true, legalValues: [] },
    },
    { call: 'DELETE /api/admin/context/tfField', status: 200 },
    { call: 'GET /api/admin/context/tfField', status: 404 },
  ],

  'unleash data sources': [
    {
      call: 'GET /api/admin/permissions',
      status: 200,
      reads: {
        permissions: {
          root: expect.arrayContaining([expect.objectContaining({ name: 'CREATE_PROJECT' })]),
          project: expect.arrayContaining([expect.objectContaining({ name: 'CREATE_FEATURE' })]),
          environments: expect.arrayContaining([
            expect.objectContaining({
              name: 'development',
              permissions: expect.arrayContaining([
                expect.objectContaining({ name: 'UPDATE_FEATURE_ENVIRONMENT' }),
              ]),
            }),
          ]),
        },
      },
      known: ['version', 'permissions'],
    },
    {
      call: 'GET /api/admin/roles',
      status: 200,
      reads: {
        roles: expect.arrayContaining([
          expect.objectContaining({ id: 1, name: 'Admin', type: 'root' }),
          expect.objectContaining({ id: 4, name: 'Owner', type: 'project' }),
        ]),
      },
      known: ['version', 'roles'],
    },
    {
      call: 'GET /api/admin/user-admin',
      status: 200,
      reads: { users: expect.any(Array), rootRoles: expect.any(Array) },
    },
    { call: 'GET /api/admin/groups', status: 200, reads: { groups: expect.any(Array) } },
  ],
};
