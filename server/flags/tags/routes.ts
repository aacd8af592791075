import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../../events/record.ts';
import { notFound } from '../../platform/errors.ts';
import { Empty, failures, ProjectParams, ref } from '../../platform/http/schema.ts';
import {
  addTagToFlag,
  changeTagsOfFlag,
  changeTagsOfFlags,
  createTag,
  deleteTag,
  removeTagFromFlag,
} from './commands.ts';
import { findTag, listTags, listTagsOfFlags } from './queries.ts';
import {
  BulkTagChanges,
  FlagParams,
  FlagTagInput,
  FlagTagParams,
  Tag,
  TagChanges,
  TagInput,
  TagParams,
  Tags,
  TagTypeParams,
  VersionedTag,
} from './schema.ts';

export const tagRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addSchema(Tag);

  app.get(
    '/api/admin/tags',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getTags',
        summary: 'List tags',
        tags: ['Tags'],
        response: { 200: Tags, ...failures },
      },
    },
    async ({ caller }) => ({ version: 1, tags: await listTags(app.db, caller) }),
  );

  app.get(
    '/api/admin/tags/:type',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getTagsByType',
        summary: 'List the tags of a type',
        description: 'None for a type that does not exist.',
        tags: ['Tags'],
        params: TagTypeParams,
        response: { 200: Tags, ...failures },
      },
    },
    async ({ caller, params }) => ({ version: 1, tags: await listTags(app.db, caller, params) }),
  );

  app.get(
    '/api/admin/tags/:type/:value',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getTag',
        summary: 'Get a tag',
        tags: ['Tags'],
        params: TagParams,
        response: { 200: VersionedTag, ...failures },
      },
    },
    async ({ caller, params }) => {
      const tag = await findTag(app.db, caller, params);
      if (!tag) throw notFound(`Tag ${params.type}:${params.value}`);
      return { version: 1, tag };
    },
  );

  app.post(
    '/api/admin/tags',
    {
      config: { access: ['UPDATE_FEATURE', 'CREATE_TAG_TYPE', 'UPDATE_TAG_TYPE'] },
      schema: {
        operationId: 'createTag',
        summary: 'Create a tag',
        description: 'Not needed before a flag is tagged: that creates the tag by itself.',
        tags: ['Tags'],
        body: TagInput,
        response: { 201: VersionedTag, ...failures },
      },
    },
    async ({ caller, body }, reply) => {
      const tag = await inTransaction(app.db, (tx) => createTag(tx, caller, body));
      return reply
        .code(201)
        .header('location', addressOf(app.settings.baseUriPath, 'tags', tag))
        .send({ version: 1, tag });
    },
  );

  app.delete(
    '/api/admin/tags/:type/:value',
    {
      config: { access: ['UPDATE_FEATURE', 'CREATE_TAG_TYPE', 'UPDATE_TAG_TYPE'] },
      schema: {
        operationId: 'deleteTag',
        summary: 'Delete a tag',
        description: 'It is taken off every flag.',
        tags: ['Tags'],
        params: TagParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      await inTransaction(app.db, (tx) => deleteTag(tx, caller, params));
      return null;
    },
  );

  app.get(
    '/api/admin/features/:featureName/tags',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'listTags',
        summary: 'List the tags of a flag',
        tags: ['Features'],
        params: FlagParams,
        response: { 200: Tags, ...failures },
      },
    },
    async ({ params }) => ({
      version: 1,
      tags: await listTagsOfFlags(app.db, [params.featureName]),
    }),
  );

  app.post(
    '/api/admin/features/:featureName/tags',
    {
      config: { access: ['UPDATE_FEATURE'] },
      schema: {
        operationId: 'addTag',
        summary: 'Tag a flag',
        description: 'The tag is created when it does not exist yet; its type must exist.',
        tags: ['Features'],
        params: FlagParams,
        body: FlagTagInput,
        response: { 201: ref(Tag), ...failures },
      },
    },
    async ({ caller, project, params: { featureName: name }, body }, reply) => {
      const { type = 'simple', value } = body;
      const tag = await inTransaction(app.db, (tx) =>
        addTagToFlag(tx, caller, { project, name }, { type, value }),
      );
      const list = `features/${encodeURIComponent(name)}/tags`;
      return reply
        .code(201)
        .header('location', addressOf(app.settings.baseUriPath, list, tag))
        .send(tag);
    },
  );

  app.put(
    '/api/admin/features/:featureName/tags',
    {
      config: { access: ['UPDATE_FEATURE'] },
      schema: {
        operationId: 'updateTags',
        summary: 'Add tags to a flag and remove others',
        description: 'A tag that is in both lists is there in the end.',
        tags: ['Features'],
        params: FlagParams,
        body: TagChanges,
        response: { 200: Tags, ...failures },
      },
    },
    async ({ caller, project, params: { featureName: name }, body }) =>
      inTransaction(app.db, async (tx) => {
        await changeTagsOfFlag(tx, caller, { project, name }, body);
        return { version: 1, tags: await listTagsOfFlags(tx, [name]) };
      }),
  );

  app.delete(
    '/api/admin/features/:featureName/tags/:type/:value',
    {
      config: { access: ['UPDATE_FEATURE'] },
      schema: {
        operationId: 'removeTag',
        summary: 'Take a tag off a flag',
        description: 'A tag that the flag does not have is a success too.',
        tags: ['Features'],
        params: FlagTagParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, project, params: { featureName: name, ...tag } }) => {
      await inTransaction(app.db, (tx) => removeTagFromFlag(tx, caller, { project, name }, tag));
      return null;
    },
  );

  app.put(
    '/api/admin/projects/:projectId/tags',
    {
      config: { access: ['UPDATE_FEATURE'] },
      schema: {
        operationId: 'addTagToFeatures',
        summary: 'Add tags to many flags of a project and remove others',
        description: 'All of it or none: a flag that is not in the project is named in the answer.',
        tags: ['Tags'],
        params: ProjectParams,
        body: BulkTagChanges,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params, body }) => {
      await inTransaction(app.db, (tx) => changeTagsOfFlags(tx, caller, params.projectId, body));
      return null;
    },
  );
};

const addressOf = (base: string, list: string, { type, value }: Tag) =>
  `${base}/api/admin/${list}/${encodeURIComponent(type)}/${encodeURIComponent(value)}`;
