import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../../events/record.ts';
import { notFound } from '../../platform/errors.ts';
import { Empty, failures, ref } from '../../platform/http/schema.ts';
import { createTagType, deleteTagType, updateTagType, validateTagType } from './commands.ts';
import { findTagType, listTagTypes } from './queries.ts';
import { NameParams, NewTagType, TagType, TagTypePatch, TagTypes, ValidTagType } from './schema.ts';

export const tagTypeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addSchema(TagType);

  app.get(
    '/api/admin/tag-types',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getTagTypes',
        summary: 'List tag types',
        tags: ['Tags'],
        response: { 200: TagTypes, ...failures },
      },
    },
    async () => ({ version: 1, tagTypes: await listTagTypes(app.db) }),
  );

  app.get(
    '/api/admin/tag-types/:name',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getTagType',
        summary: 'Get a tag type',
        tags: ['Tags'],
        params: NameParams,
        response: { 200: ref(TagType), ...failures },
      },
    },
    async ({ params }) => {
      const tagType = await findTagType(app.db, params.name);
      if (!tagType) throw notFound(`Tag type ${params.name}`);
      return tagType;
    },
  );

  app.post(
    '/api/admin/tag-types',
    {
      config: { access: ['CREATE_TAG_TYPE'], echo: TagType },
      schema: {
        operationId: 'createTagType',
        summary: 'Create a tag type',
        tags: ['Tags'],
        body: NewTagType,
        response: { 201: ref(TagType), ...failures },
      },
    },
    async ({ caller, body }, reply) => {
      const tagType = await inTransaction(app.db, (tx) => createTagType(tx, caller, body));
      return reply.code(201).send(tagType);
    },
  );

  app.post(
    '/api/admin/tag-types/validate',
    {
      config: { access: 'authenticated', echo: TagType },
      schema: {
        operationId: 'validateTagType',
        summary: 'Would this tag type be accepted?',
        tags: ['Tags'],
        body: NewTagType,
        response: { 200: ValidTagType, ...failures },
      },
    },
    async ({ body }) => ({ valid: true, tagType: await validateTagType(app.db, body) }),
  );

  app.put(
    '/api/admin/tag-types/:name',
    {
      config: { access: ['UPDATE_TAG_TYPE'], echo: TagType },
      schema: {
        operationId: 'updateTagType',
        summary: 'Change a tag type',
        description: 'Members left out keep their value. The name cannot be changed.',
        tags: ['Tags'],
        params: NameParams,
        body: TagTypePatch,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params, body }) => {
      await inTransaction(app.db, (tx) => updateTagType(tx, caller, params.name, body));
      return null;
    },
  );

  app.delete(
    '/api/admin/tag-types/:name',
    {
      config: { access: ['DELETE_TAG_TYPE'] },
      schema: {
        operationId: 'deleteTagType',
        summary: 'Delete a tag type',
        description: 'With its tags, which are taken off every flag.',
        tags: ['Tags'],
        params: NameParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      await inTransaction(app.db, (tx) => deleteTagType(tx, caller, params.name));
      return null;
    },
  );
};
