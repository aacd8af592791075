import type { FastifyPluginAsync } from 'fastify';
import { found } from '../../platform/errors.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { createTagType, deleteTagType, updateTagType, validateTagType } from './commands.ts';
import { findTagType, listTagTypes } from './queries.ts';
import {
  NewTagType,
  TagType,
  TagTypePatch,
  TagTypes,
  ValidTagType,
  VersionedTagType,
} from './schema.ts';

export const tagTypeRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, { tag: 'Tags', schemas: [TagType] });

  read('GET /api/admin/tag-types', {
    access: 'authenticated',
    operationId: 'getTagTypes',
    summary: 'List tag types',
    response: TagTypes,
    handler: async (db) => ({ version: 1, tagTypes: await listTagTypes(db) }),
  });

  read('GET /api/admin/tag-types/:name', {
    access: 'authenticated',
    operationId: 'getTagType',
    summary: 'Get a tag type',
    response: VersionedTagType,
    handler: async (db, { params }) => ({
      version: 1,
      tagType: found(await findTagType(db, params.name), 'Tag type', params.name),
    }),
  });

  write('POST /api/admin/tag-types', {
    access: ['CREATE_TAG_TYPE'],
    operationId: 'createTagType',
    summary: 'Create a tag type',
    body: NewTagType,
    status: 201,
    response: ref(TagType),
    handler: (tx, { caller, body }) => createTagType(tx, caller, body),
  });

  read('POST /api/admin/tag-types/validate', {
    access: 'authenticated',
    operationId: 'validateTagType',
    summary: 'Validate a tag type',
    body: NewTagType,
    response: ValidTagType,
    handler: async (db, { body }) => ({ valid: true, tagType: await validateTagType(db, body) }),
  });

  write('PUT /api/admin/tag-types/:name', {
    access: ['UPDATE_TAG_TYPE'],
    operationId: 'updateTagType',
    summary: 'Change a tag type',
    description: 'Members left out keep their value. The name cannot be changed.',
    body: TagTypePatch,
    handler: (tx, { caller, params, body }) => updateTagType(tx, caller, params.name, body),
  });

  write('DELETE /api/admin/tag-types/:name', {
    access: ['DELETE_TAG_TYPE'],
    operationId: 'deleteTagType',
    summary: 'Delete a tag type',
    description: 'Its tags are deleted and removed from all flags.',
    handler: (tx, { caller, params }) => deleteTagType(tx, caller, params.name),
  });
};
