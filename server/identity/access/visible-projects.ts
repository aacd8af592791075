import type { Caches } from '../../platform/cache/cache.ts';
import type { AuthenticatedCaller, Caller } from '../../platform/caller.ts';

/** About 10,000 projects. */
const bytesMax = 4 * 1024 * 1024;

/**
 * Whether a caller may see a project. For callers who may see every project, existence is cached
 * until the next deletion of a project. Absence is not cached, because the project may be created.
 */
export function createProjectVisibility(
  caches: Caches,
  maySeeProject: (caller: Caller, project: string) => Promise<boolean>,
): (authenticated: AuthenticatedCaller, project: string) => Promise<boolean> {
  const cache = caches.create<object>({ name: 'visible_projects', bytesMax, bytesOf: () => 0 });

  return async ({ caller, dataVersion: { projectDeletion } }, project) => {
    if (caller.restricted) return maySeeProject(caller, project);
    if (cache.get(project, projectDeletion)) return true;
    const visible = await maySeeProject(caller, project);
    if (visible) cache.set(project, projectDeletion, { value: {} });
    return visible;
  };
}
