import type { Caller, FoundCaller } from '../../platform/caller.ts';

/** Projects that are remembered at most. */
const projectsMax = 10_000;

/**
 * Whether a caller may see a project. That one is there stays true until the next is deleted, which
 * looking up the caller tells; so for callers from whom nothing is hidden it is looked up once.
 */
export function createProjectSight(
  ask: (caller: Caller, project: string) => Promise<boolean>,
): (caller: FoundCaller, project: string) => Promise<boolean> {
  const known = new Map<string, number>();

  return async (caller, project) => {
    const { projectDeleted } = caller.asOf;
    if (caller.restricted) return ask(caller, project);
    if (known.get(project) === projectDeleted) return true;
    const isThere = await ask(caller, project);
    if (known.size >= projectsMax) known.clear();
    if (isThere) known.set(project, projectDeleted);
    return isThere;
  };
}
