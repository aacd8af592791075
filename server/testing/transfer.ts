import { expect } from 'vitest';
import { changesSince, lastEventId } from './a.ts';
import type { TestApp } from './app.ts';

export const importPath = '/api/admin/features-batch/import';
export const validatePath = '/api/admin/features-batch/validate';
export const importEnvironment = 'development';

export const importRequest = (project: string, data: object = {}) => ({
  project,
  environment: importEnvironment,
  data: { features: [], featureStrategies: [], ...data },
});

/** The responses of validate and import; neither may change data. */
export async function refusedImport(
  { db, post }: Pick<TestApp, 'db' | 'post'>,
  project: string,
  data: object,
) {
  const before = await lastEventId(db);
  const preview = await post(validatePath, importRequest(project, data));
  const response = await post(importPath, importRequest(project, data));
  expect(await changesSince(db, before)).toEqual([]);
  return { preview, response };
}
