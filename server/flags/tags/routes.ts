import type { FastifyPluginAsync } from 'fastify';
import { found } from '../../platform/errors.ts';
import { routesFor, withHeaders } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
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
  FlagTagInput,
  Tag,
  TagChanges,
  TagInput,
  Tags,
  VersionedTag,
} from './schema.ts';

export const tagRoutes: FastifyPluginAsync = async (app) => {
  const { read, write, route } = routesFor(app, { tag: 'Tags', schemas: [Tag] });

  read('GET /api/admin/tags', {
    access: 'authenticated',
    operationId: 'getTags',
    summary: 'List tags',
    response: Tags,
    handler: async (db, { caller }) => ({ version: 1, tags: await listTags(db, caller) }),
  });

  read('GET /api/admin/tags/:type', {
    access: 'authenticated',
    operationId: 'getTagsByType',
    summary: 'List the tags of a type',
    description: 'The list is empty for a type that does not exist.',
    response: Tags,
    handler: async (db, { caller, params }) => ({
      version: 1,
      tags: await listTags(db, caller, params),
    }),
  });

  read('GET /api/admin/tags/:type/:value', {
    access: 'authenticated',
    operationId: 'getTag',
    summary: 'Get a tag',
    response: VersionedTag,
    handler: async (db, { caller, params }) => ({
      version: 1,
      tag: found(await findTag(db, caller, params), 'Tag', `${params.type}:${params.value}`),
    }),
  });

  route('POST /api/admin/tags', {
    access: ['CREATE_TAG_TYPE', 'UPDATE_TAG_TYPE'],
    operationId: 'createTag',
    summary: 'Create a tag',
    description: 'Optional: adding a tag to a flag creates the tag if it does not exist.',
    body: TagInput,
    status: 201,
    response: VersionedTag,
    handler: async ({ caller, body }, reply) => {
      const tag = await app.inTransaction((tx) => createTag(tx, caller, body));
      const location = locationOf(app.settings.baseUriPath, 'tags', tag);
      return withHeaders(reply, { location }, { version: 1, tag });
    },
  });

  write('DELETE /api/admin/tags/:type/:value', {
    access: ['CREATE_TAG_TYPE', 'UPDATE_TAG_TYPE'],
    operationId: 'deleteTag',
    summary: 'Delete a tag',
    description: 'The tag is removed from all flags.',
    handler: (tx, { caller, params }) => deleteTag(tx, caller, params),
  });

  read('GET /api/admin/features/:featureName/tags', {
    access: 'authenticated',
    operationId: 'listTags',
    summary: 'List the tags of a flag',
    tag: 'Features',
    response: Tags,
    handler: async (db, { params }) => ({
      version: 1,
      tags: await listTagsOfFlags(db, [params.featureName]),
    }),
  });

  route('POST /api/admin/features/:featureName/tags', {
    access: ['UPDATE_FEATURE'],
    operationId: 'addTag',
    summary: 'Tag a flag',
    description: 'The tag is created if it does not exist; its type must exist.',
    tag: 'Features',
    body: FlagTagInput,
    status: 201,
    response: ref(Tag),
    handler: async ({ caller, project, params: { featureName: name }, body }, reply) => {
      const { type = 'simple', value } = body;
      const tag = await app.inTransaction((tx) =>
        addTagToFlag(tx, caller, { project, name }, { type, value }),
      );
      const list = `features/${encodeURIComponent(name)}/tags`;
      const location = locationOf(app.settings.baseUriPath, list, tag);
      return withHeaders(reply, { location }, tag);
    },
  });

  write('PUT /api/admin/features/:featureName/tags', {
    access: ['UPDATE_FEATURE'],
    operationId: 'updateTags',
    summary: 'Add tags to a flag and remove others',
    description: 'A tag in both lists is added.',
    tag: 'Features',
    body: TagChanges,
    response: Tags,
    handler: async (tx, { caller, project, params: { featureName: name }, body }) => {
      await changeTagsOfFlag(tx, caller, { project, name }, body);
      return { version: 1, tags: await listTagsOfFlags(tx, [name]) };
    },
  });

  write('DELETE /api/admin/features/:featureName/tags/:type/:value', {
    access: ['UPDATE_FEATURE'],
    operationId: 'removeTag',
    summary: 'Remove a tag from a flag',
    description: 'Succeeds if the flag does not have the tag.',
    tag: 'Features',
    handler: (tx, { caller, project, params: { featureName: name, ...tag } }) =>
      removeTagFromFlag(tx, caller, { project, name }, tag),
  });

  write('PUT /api/admin/projects/:projectId/tags', {
    access: ['UPDATE_FEATURE'],
    operationId: 'addTagToFeatures',
    summary: 'Add tags to many flags of a project and remove others',
    description:
      'All flags are changed or none. The error names the flags that are not in the project.',
    body: BulkTagChanges,
    handler: (tx, { caller, params, body }) =>
      changeTagsOfFlags(tx, caller, params.projectId, body),
  });
};

const locationOf = (base: string, list: string, { type, value }: Tag) =>
  `${base}/api/admin/${list}/${encodeURIComponent(type)}/${encodeURIComponent(value)}`;
