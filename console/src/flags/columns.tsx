import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths, pathTo } from '../paths.ts';
import type { Column } from '../ui/data-table.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import type { FoundFlag } from './api.ts';
import { FavoriteCell, LifecycleBadge, NameCell } from './cells.tsx';
import { SwitchCell } from './switch-cell.tsx';

/** More would not fit beside the name; the others are on the flag's own page. */
const environmentColumnsMax = 4;

/** The columns for the environments that these flags have, in their own order. */
export const flagColumns = (environments: readonly string[]): Column<FoundFlag>[] => [
  {
    id: 'favorite',
    header: '',
    label: 'Favourite',
    width: 44,
    cell: (flag) => <FavoriteCell flag={flag} />,
  },
  { id: 'name', header: 'Name', sortBy: 'name', cell: (flag) => <NameCell flag={flag} /> },
  ...environments.slice(0, environmentColumnsMax).map(
    (environment): Column<FoundFlag> => ({
      id: `environment:${environment}`,
      header: environment,
      sortBy: `environment:${environment}`,
      visibleFrom: 'sm',
      width: 120,
      cell: (flag) => <SwitchCell flag={flag} environment={environment} />,
    }),
  ),
  {
    id: 'lifecycle',
    header: 'Lifecycle',
    visibleFrom: 'lg',
    cell: ({ lifecycle }) => <LifecycleBadge lifecycle={lifecycle} />,
  },
  {
    id: 'type',
    header: 'Type',
    sortBy: 'type',
    visibleFrom: 'lg',
    cell: ({ type }) => <Text size="sm">{type}</Text>,
  },
  {
    id: 'project',
    header: 'Project',
    sortBy: 'project',
    visibleFrom: 'md',
    cell: ({ project }) => (
      <Anchor component={Link} size="sm" to={pathTo(paths.project, { projectId: project })}>
        {project}
      </Anchor>
    ),
  },
  {
    id: 'lastSeenAt',
    header: 'Last seen',
    sortBy: 'lastSeenAt',
    visibleFrom: 'xl',
    cell: ({ lastSeenAt }) => <TimeAgo at={lastSeenAt} />,
  },
  {
    id: 'createdAt',
    header: 'Created',
    sortBy: 'createdAt',
    visibleFrom: 'md',
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
];

/** The environments of the flags on the page, as the environments are ordered. */
export function environmentsOf(flags: readonly FoundFlag[]): string[] {
  const order = new Map(
    flags.flatMap(({ environments }) =>
      environments.map(({ name, sortOrder }) => [name, sortOrder] as const),
    ),
  );
  return [...order].sort(([, one], [, other]) => one - other).map(([name]) => name);
}
