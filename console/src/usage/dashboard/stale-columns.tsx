import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths, pathTo } from '../../paths.ts';
import type { Column } from '../../ui/data-table.tsx';
import { flagTypeName } from '../../ui/names.ts';
import { texts as ui } from '../../ui/texts.ts';
import { texts } from '../texts.ts';
import type { Cost } from './api.ts';
import { costReason, costTime, isMarkedStale } from './cost-reason.ts';

const text = texts.dashboard.staleFlags;

type Options = {
  projectId: string;
  rights: { mark: boolean; archive: boolean };
  onMark: (name: string) => void;
  onArchive: (name: string) => void;
};

/** Marked as stale by a user, rather than by age. */
export const isMarked = (cost: Cost) => isMarkedStale(cost) || cost.reason === text.markedNow;

const reasonOf = (cost: Cost): string =>
  cost.reason === text.markedNow ? text.markedNow : costReason(cost);

export function staleColumns(options: Options): Column<Cost>[] {
  const { projectId, rights } = options;
  const may = rights.mark || rights.archive;
  return [
    {
      id: 'name',
      header: ui.common.flag,
      cell: (cost) => <NameAndReason cost={cost} projectId={projectId} />,
    },
    {
      id: 'type',
      header: ui.common.type,
      visibleFrom: 'lg',
      cell: ({ type }) => <Text size="sm">{flagTypeName(type)}</Text>,
    },
    {
      id: 'points',
      header: text.costs,
      align: 'right',
      visibleFrom: 'sm',
      cell: ({ points }) => (
        <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
          {text.points(points)}
        </Text>
      ),
    },
    ...(may ? [actionsColumn(options)] : []),
  ];
}

const actionsColumn = ({ rights, onMark, onArchive }: Options): Column<Cost> => ({
  id: 'actions',
  header: '',
  label: text.actions,
  align: 'right',
  visibleFrom: 'sm',
  cell: (cost) => (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {rights.mark && !isMarked(cost) && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={text.markOf(cost.featureName)}
          onClick={() => onMark(cost.featureName)}
        >
          {text.mark}
        </Button>
      )}
      {rights.archive && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="red"
          aria-label={text.archiveOf(cost.featureName)}
          onClick={() => onArchive(cost.featureName)}
        >
          {text.archive}
        </Button>
      )}
    </Group>
  ),
});

function NameAndReason({ cost, projectId }: { cost: Cost; projectId: string }) {
  return (
    <div>
      <Group gap={6}>
        <Anchor
          component={Link}
          size="sm"
          fw={600}
          style={{ overflowWrap: 'anywhere' }}
          to={pathTo(paths.flag, { projectId, featureName: cost.featureName })}
        >
          {cost.featureName}
        </Anchor>
        <Badge size="xs" variant="light" color={isMarked(cost) ? 'orange' : 'yellow'} tt="none">
          {isMarked(cost) ? text.stale : text.potentiallyStale}
        </Badge>
      </Group>
      <Text size="xs" c="dimmed" title={costTime(cost)}>
        {reasonOf(cost)}
      </Text>
    </div>
  );
}
