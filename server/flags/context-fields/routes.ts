import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../../events/record.ts';
import { notFound } from '../../platform/errors.ts';
import { Empty, failures, ref } from '../../platform/http/schema.ts';
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
  FieldParams,
  LegalValue,
  LegalValueParams,
  NewContextField,
  WantedFieldName,
} from './schema.ts';

export const contextFieldRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addSchema(ContextField);

  app.get(
    '/api/admin/context',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getContextFields',
        summary: 'List context fields',
        tags: ['Context'],
        response: { 200: ContextFields, ...failures },
      },
    },
    async ({ caller }) => listContextFields(app.db, caller),
  );

  app.post(
    '/api/admin/context',
    {
      config: { access: ['CREATE_CONTEXT_FIELD'], echo: ContextField },
      schema: {
        operationId: 'createContextField',
        summary: 'Create a context field',
        tags: ['Context'],
        body: NewContextField,
        response: { 201: ref(ContextField), ...failures },
      },
    },
    async ({ caller, body }, reply) => {
      const field = await inTransaction(app.db, (tx) => createContextField(tx, caller, body));
      return reply.code(201).header('location', `context/${field.name}`).send(field);
    },
  );

  app.post(
    '/api/admin/context/validate',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'validateContextField',
        summary: 'Is this name good for a new context field?',
        tags: ['Context'],
        body: WantedFieldName,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ body }) => {
      await assertNameIsFree(app.db, body.name);
      return null;
    },
  );

  app.get(
    '/api/admin/context/:contextField',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getContextField',
        summary: 'Get a context field',
        tags: ['Context'],
        params: FieldParams,
        response: { 200: ref(ContextField), ...failures },
      },
    },
    async ({ caller, params: { contextField } }) => {
      const field = await findContextField(app.db, caller, contextField);
      if (!field) throw notFound(`Context field ${contextField}`);
      return field;
    },
  );

  app.put(
    '/api/admin/context/:contextField',
    {
      config: { access: ['UPDATE_CONTEXT_FIELD'], echo: ContextField },
      schema: {
        operationId: 'updateContextField',
        summary: 'Change a context field',
        description: 'Members left out keep their value. Its name cannot change.',
        tags: ['Context'],
        params: FieldParams,
        body: ContextFieldPatch,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params: { contextField }, body }) => {
      await inTransaction(app.db, (tx) => updateContextField(tx, caller, contextField, body));
      return null;
    },
  );

  app.delete(
    '/api/admin/context/:contextField',
    {
      config: { access: ['DELETE_CONTEXT_FIELD'] },
      schema: {
        operationId: 'deleteContextField',
        summary: 'Delete a context field',
        description: 'Refused while a constraint or a stickiness uses it.',
        tags: ['Context'],
        params: FieldParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params: { contextField } }) => {
      await inTransaction(app.db, (tx) => deleteContextField(tx, caller, contextField));
      return null;
    },
  );

  app.post(
    '/api/admin/context/:contextField/legal-values',
    {
      config: { access: ['UPDATE_CONTEXT_FIELD'] },
      schema: {
        operationId: 'updateContextFieldLegalValue',
        summary: 'Add a legal value, or describe one anew',
        tags: ['Context'],
        params: FieldParams,
        body: LegalValue,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params: { contextField }, body }) => {
      await inTransaction(app.db, (tx) => addLegalValue(tx, caller, contextField, body));
      return null;
    },
  );

  app.delete(
    '/api/admin/context/:contextField/legal-values/:legalValue',
    {
      config: { access: ['UPDATE_CONTEXT_FIELD'] },
      schema: {
        operationId: 'deleteContextFieldLegalValue',
        summary: 'Remove a legal value',
        description: 'Constraints that use it keep it. A value that is not there is a success too.',
        tags: ['Context'],
        params: LegalValueParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params: { contextField, legalValue } }) => {
      await inTransaction(app.db, (tx) => removeLegalValue(tx, caller, contextField, legalValue));
      return null;
    },
  );

  app.get(
    '/api/admin/context/:contextField/strategies',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getStrategiesByContextField',
        summary: 'List the strategies that use a context field',
        description: 'In projects the caller may see, archived flags included.',
        tags: ['Context'],
        params: FieldParams,
        response: { 200: StrategyUses, ...failures },
      },
    },
    async ({ caller, params: { contextField } }) => {
      if (!(await contextFieldExists(app.db, contextField))) {
        throw notFound(`Context field ${contextField}`);
      }
      return { strategies: await listStrategiesUsing(app.db, caller, contextField) };
    },
  );
};
