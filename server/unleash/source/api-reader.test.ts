import { expect, test } from 'vitest';
import { openPeerApi } from './api-reader.ts';

const flag = (name: string) => ({ name, environments: [], dependencies: [{ feature: 'parent' }] });

/** The paths of an installation without the paid ones. */
const responses: Readonly<Record<string, unknown>> = {
  '/api/admin/projects': { projects: [{ id: 'web', name: 'Web' }] },
  '/api/admin/projects/web/overview': { environments: [] },
  '/api/admin/projects/web/features': { features: [{ name: 'live' }, { name: 'deleted' }] },
  '/api/admin/projects/web/features/live?variantEnvironments=true': flag('live'),
  '/api/admin/archive/features/web': { features: [{ name: 'old', archivedAt: '2026-01-01' }] },
};

test('lists that would fill the memory are refused', async () => {
  const { '/api/admin/archive/features/web': _, ...withoutArchive } = responses;
  const page = { features: Array.from({ length: 100 }, () => ({ name: 'endless' })) };
  const get = async (path: string) =>
    path.startsWith('/api/admin/search/') ? page : withoutArchive[path];

  await expect(openPeerApi(get, { listBytesMax: 100_000, pageBytesMax: 1000 })).rejects.toThrow(
    'are too large.',
  );
});

test('the API has the names of archived flags, and not what belongs to them', async () => {
  const peer = await openPeerApi(async (path) => responses[path]);
  const namesOf = async (columns?: readonly string[]) => {
    const names: unknown[] = [];
    const pages = peer.readPages('features', ['name'], columns ? { columns } : {});
    for await (const page of pages) names.push(...page.map(({ name }) => name));
    return names;
  };

  expect(await namesOf()).toEqual(['live', 'old']);
  expect(await namesOf(['name'])).toEqual(['live', 'deleted']);
  expect(await peer.readOf('dependent_features', 'child', ['live'])).toMatchObject([
    { child: 'live', parent: 'parent' },
  ]);
  expect(['group_role', 'role_permission', 'change_requests'].some((it) => peer.has(it))).toBe(
    false,
  );
});
