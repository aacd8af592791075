import { unique } from '../../testing/a.ts';
import { adminsOnly, anyone, type Example } from '../../testing/example.ts';
import { aContextField } from '../../testing/targeting.ts';

const legalValues = [{ value: 'nl', description: 'The Netherlands' }];

export const contextFieldExamples: Example[] = [
  { method: 'GET', path: '/api/admin/context', arrange: async () => ({}), access: anyone },
  {
    method: 'POST',
    path: '/api/admin/context',
    arrange: async () => ({ body: { name: unique('field'), legalValues } }),
    access: adminsOnly,
    records: ['context-field-created'],
  },
  {
    method: 'POST',
    path: '/api/admin/context/validate',
    arrange: async () => ({ body: { name: unique('field') } }),
    access: anyone,
    records: { nothing: 'it only checks whether the name is free' },
  },
  {
    method: 'GET',
    path: '/api/admin/context/:contextField',
    arrange: async ({ db }) => ({ params: { contextField: await aContextField(db) } }),
    access: anyone,
  },
  {
    method: 'PUT',
    path: '/api/admin/context/:contextField',
    arrange: async ({ db }) => ({
      params: { contextField: await aContextField(db) },
      body: { description: 'Where people are', stickiness: true, sortOrder: 7, legalValues },
    }),
    access: adminsOnly,
    records: ['context-field-updated'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/context/:contextField',
    arrange: async ({ db }) => ({ params: { contextField: await aContextField(db) } }),
    access: adminsOnly,
    records: ['context-field-deleted'],
  },
  {
    method: 'POST',
    path: '/api/admin/context/:contextField/legal-values',
    arrange: async ({ db }) => ({
      params: { contextField: await aContextField(db) },
      body: { value: 'be', description: 'Belgium' },
    }),
    access: adminsOnly,
    records: ['context-field-updated'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/context/:contextField/legal-values/:legalValue',
    arrange: async ({ db }) => ({
      params: { contextField: await aContextField(db, { legalValues }), legalValue: 'nl' },
    }),
    access: adminsOnly,
    records: ['context-field-updated'],
  },
  {
    method: 'GET',
    path: '/api/admin/context/:contextField/strategies',
    arrange: async ({ db }) => ({ params: { contextField: await aContextField(db) } }),
    access: anyone,
  },
];
