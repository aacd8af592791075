type Project = {
  id: string;
  name: string;
  health: number;
  memberCount: number;
  featureCount: number;
};

type Reason = 'favorite' | 'changed' | 'role';
export type RankedProject = Project & { reason: Reason | undefined };

type Input = {
  /** All that the user may see. */
  all: readonly (Project & { favorite: boolean })[];
  /** The projects of the user's latest changes, newest first. */
  recent: readonly string[];
  withRole: readonly string[];
};

/** As many as fit beside the summary of one. */
const listedMin = 8;

/**
 * Favourites, projects that the user changed lately and those where they have a role; then the
 * largest, so that people without a role see projects as well.
 */
export function rankProjects({ all, withRole, recent }: Input): RankedProject[] {
  const reasonOf = ({ id, favorite }: Input['all'][number]): Reason | undefined => {
    if (favorite) return 'favorite';
    if (recent.includes(id)) return 'changed';
    return withRole.includes(id) ? 'role' : undefined;
  };
  const order = [...reasons, undefined];
  const ranked = all
    .map((project) => ({ ...project, reason: reasonOf(project) }))
    .sort(
      (one, other) =>
        order.indexOf(one.reason) - order.indexOf(other.reason) ||
        (one.reason === 'changed' ? recent.indexOf(one.id) - recent.indexOf(other.id) : 0) ||
        other.featureCount - one.featureCount ||
        one.name.localeCompare(other.name),
    );
  const known = ranked.filter(({ reason }) => reason !== undefined);
  return ranked.slice(0, Math.max(known.length, listedMin));
}

const reasons: readonly Reason[] = ['favorite', 'changed', 'role'];
