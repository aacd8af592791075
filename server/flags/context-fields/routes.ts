import type { FastifyPluginAsync } from 'fastify';
import { found, notFound } from '../../platform/errors.ts';
import { routesFor, withHeaders } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { StrategyUses } from '../segments/schema.ts';
import {
  addLegalValue,
  assertNameIsFree,
  createContextField,
  deleteContextField,
  removeLegalValue,
  updateContextField,
} from './commands.ts';
import {
  contextFieldExists,
  findContextField,
  listContextFields,
  listStrategiesUsing,
} from './queries.ts';
import {
  ContextField,
  ContextFieldPatch,
  ContextFields,
  FieldNameInput,
  LegalValue,
  NewContextField,
} from './schema.ts';

export const contextFieldRoutes: FastifyPluginAsync = async (app) => {
  const { read, write, route } = routesFor(app, { tag: 'Context', schemas: [ContextField] });

  read('GET /api/admin/context', {
    access: 'authenticated',
    operationId: 'getContextFields',
    summary: 'List context fields',
    response: ContextFields,
    handler: (db, { caller }) => listContextFields(db, caller),
  });

  route('POST /api/admin/context', {
    access: ['CREATE_CONTEXT_FIELD'],
    operationId: 'createContextField',
    summary: 'Create a context field',
    body: NewContextField,
    status: 201,
    response: ref(ContextField),
    handler: async ({ caller, body }, reply) => {
      const field = await app.inTransaction((tx) => createContextField(tx, caller, body));
      return withHeaders(reply, { location: `context/${field.name}` }, field);
    },
  });

  read('POST /api/admin/context/validate', {
    access: 'authenticated',
    operationId: 'validateContextField',
    summary: 'Validate a context field name',
    body: FieldNameInput,
    handler: (db, { body }) => assertNameIsFree(db, body.name),
  });

  read('GET /api/admin/context/:contextField', {
    access: 'authenticated',
    operationId: 'getContextField',
    summary: 'Get a context field',
    response: ref(ContextField),
    handler: async (db, { caller, params: { contextField } }) =>
      found(await findContextField(db, caller, contextField), 'Context field', contextField),
  });

  write('PUT /api/admin/context/:contextField', {
    access: ['UPDATE_CONTEXT_FIELD'],
    operationId: 'updateContextField',
    summary: 'Change a context field',
    description: 'Members left out keep their value. Its name cannot change.',
    body: ContextFieldPatch,
    handler: (tx, { caller, params: { contextField }, body }) =>
      updateContextField(tx, caller, contextField, body),
  });

  write('DELETE /api/admin/context/:contextField', {
    access: ['DELETE_CONTEXT_FIELD'],
    operationId: 'deleteContextField',
    summary: 'Delete a context field',
    description:
      'Refused while a constraint or a stickiness of an active flag, a segment or a project uses ' +
      'it. Archived flags keep their references to it.',
    handler: (tx, { caller, params: { contextField } }) =>
      deleteContextField(tx, caller, contextField),
  });

  write('POST /api/admin/context/:contextField/legal-values', {
    access: ['UPDATE_CONTEXT_FIELD'],
    operationId: 'updateContextFieldLegalValue',
    summary: 'Add a legal value or update its description',
    body: LegalValue,
    handler: (tx, { caller, params: { contextField }, body }) =>
      addLegalValue(tx, caller, contextField, body),
  });

  write('DELETE /api/admin/context/:contextField/legal-values/:legalValue', {
    access: ['UPDATE_CONTEXT_FIELD'],
    operationId: 'deleteContextFieldLegalValue',
    summary: 'Remove a legal value',
    description: 'Constraints that use it are unchanged. Succeeds if the value does not exist.',
    handler: (tx, { caller, params: { contextField, legalValue } }) =>
      removeLegalValue(tx, caller, contextField, legalValue),
  });

  read('GET /api/admin/context/:contextField/strategies', {
    access: 'authenticated',
    operationId: 'getStrategiesByContextField',
    summary: 'List the strategies that use a context field',
    description: 'Of active flags in projects the caller may see.',
    response: StrategyUses,
    handler: async (db, { caller, params: { contextField } }) => {
      if (!(await contextFieldExists(db, contextField))) {
        throw notFound('Context field', contextField);
      }
      return { strategies: await listStrategiesUsing(db, caller, contextField) };
    },
  });
};
