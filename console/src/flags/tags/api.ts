import { queryOptions } from '@tanstack/react-query';
import type {
  NewTagType,
  TagType,
  TagTypePatch,
} from '../../../../server/flags/tag-types/schema.ts';
import type { Tag } from '../../../../server/flags/tags/schema.ts';
import { call } from '../../api.ts';

export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: ({ signal }) => call<{ tags: Tag[] }>('GET /api/admin/tags', { signal }),
});

export const tagTypesQuery = queryOptions({
  queryKey: ['tag-types'],
  queryFn: ({ signal }) => call<{ tagTypes: TagType[] }>('GET /api/admin/tag-types', { signal }),
});

export const createTag = (body: { type: string; value: string }) =>
  call('POST /api/admin/tags', { body });

export const deleteTag = (type: string, value: string) =>
  call('DELETE /api/admin/tags/:type/:value', { params: { type, value } });

export const createTagType = (body: NewTagType) => call('POST /api/admin/tag-types', { body });

export const updateTagType = (name: string, body: TagTypePatch) =>
  call('PUT /api/admin/tag-types/:name', { params: { name }, body });

export const deleteTagType = (name: string) =>
  call('DELETE /api/admin/tag-types/:name', { params: { name } });
