import { paths, pathTo } from '../../paths.ts';
import type { Column } from '../../ui/data-table.tsx';
import { EnvironmentName } from '../../ui/environment.tsx';
import { flagTypeName } from '../../ui/names.ts';
import { RowLink } from '../../ui/row.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import type { FoundFlag } from './api.ts';
import { FavoriteStar, LifecycleBadge, NameCell } from './cells.tsx';
import type { SelectedFlag } from './selected.ts';
import { SwitchCell, type Switches } from './switch-cell.tsx';
import { texts } from './texts.ts';
import type { useFavorite } from './writes.ts';

/** More would not fit beside the name; the others can be chosen. */
const environmentColumnsMax = 4;

/** Created once per page rather than once per cell. */
type Actions = {
  switches: Switches;
  onFavorite: ReturnType<typeof useFavorite>['mutate'];
  /** Of a list of one project, which has no column for it. */
  project: string | undefined;
  projectName: (id: string) => string;
};

/** Columns that do not depend on the environments. */
const commonColumns = (projectName: Actions['projectName']): Column<FoundFlag>[] => [
  {
    id: 'lifecycle',
    header: texts.fields.lifecycle,
    width: 110,
    visibleFrom: 'lg',
    cell: ({ lifecycle }) => <LifecycleBadge lifecycle={lifecycle} />,
  },
  {
    id: 'type',
    header: ui.common.type,
    sortBy: 'type',
    width: 110,
    visibleFrom: 'lg',
    cell: ({ type }) => flagTypeName(type),
  },
  {
    id: 'project',
    header: ui.common.project,
    sortBy: 'project',
    width: 140,
    visibleFrom: 'md',
    cell: ({ project }) => (
      <RowLink to={pathTo(paths.project, { projectId: project })} hint={project}>
        {projectName(project)}
      </RowLink>
    ),
  },
  {
    id: 'lastSeenAt',
    header: texts.fields.lastSeen,
    sortBy: 'lastSeenAt',
    width: 115,
    visibleFrom: 'xl',
    cell: ({ lastSeenAt }) => <TimeAgo at={lastSeenAt} />,
  },
  {
    id: 'createdAt',
    header: texts.fields.created,
    sortBy: 'createdAt',
    width: 120,
    visibleFrom: 'md',
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
  {
    id: 'createdBy',
    header: texts.fields.createdBy,
    width: 140,
    visibleFrom: 'md',
    hidden: true,
    cell: ({ createdBy }) => createdBy.name,
  },
];

/** Fixed widths prevent the columns from moving while the rows change. */
export const flagColumns = (
  environments: readonly string[],
  { switches, onFavorite, project, projectName }: Actions,
): Column<FoundFlag>[] => [
  {
    id: 'favorite',
    header: '',
    label: texts.fields.favorite,
    width: 44,
    cell: (flag) => <FavoriteStar flag={flag} onFavorite={onFavorite} />,
  },
  {
    id: 'name',
    header: ui.common.name,
    required: true,
    sortBy: 'name',
    width: 600,
    cell: (flag) => <NameCell flag={flag} />,
  },
  ...environments.map(
    (environment, index): Column<FoundFlag> => ({
      id: `environment:${environment}`,
      header: <EnvironmentName name={environment} />,
      label: environment,
      sortBy: `environment:${environment}`,
      visibleFrom: 'sm',
      stacked: true,
      width: 120,
      hidden: index >= environmentColumnsMax,
      cell: (flag) => <SwitchCell flag={flag} environment={environment} switches={switches} />,
    }),
  ),
  ...commonColumns(projectName).filter(({ id }) => id !== 'project' || project === undefined),
];

/** The environments of these flags, in their sort order. */
export function environmentsOf(flags: readonly Pick<SelectedFlag, 'environments'>[]): string[] {
  const order = new Map(
    flags.flatMap(({ environments }) =>
      environments.map(({ name, sortOrder }) => [name, sortOrder] as const),
    ),
  );
  return [...order].sort(([, one], [, other]) => one - other).map(([name]) => name);
}
