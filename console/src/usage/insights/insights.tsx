import { SegmentedControl, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ChartIcon } from '../../ui/icons.tsx';
import { texts } from '../texts.ts';
import { ActivityPanels, changesIn } from './activity.tsx';
import { activityQuery, flagsQuery, type Scope } from './api.ts';
import { ApprovalsPanel } from './approvals.tsx';
import { FlagPanels } from './flags.tsx';

const text = texts.insights;

const ranges = ['4', '13', '52'];

/** Other values, as in a changed URL, are the default. */
const rangeOf = (weeks: string | undefined) => ranges.find((each) => each === weeks) ?? '13';

type RangeProps = { weeks: string | undefined; onChange: (weeks: string) => void };

export function RangeControl({ weeks, onChange }: RangeProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={text.range}
      data={ranges.map((value) => ({ value, label: text.weeks(Number(value)) }))}
      value={rangeOf(weeks)}
      onChange={onChange}
    />
  );
}

export function Insights({ projectId, weeks }: Scope & { weeks: string | undefined }) {
  const range = rangeOf(weeks);
  const activity = useQuery(activityQuery({ projectId }, range)).data;
  const flags = useQuery(flagsQuery({ projectId })).data;
  if (activity && changesIn(activity) === 0 && flags?.types.length === 0) {
    return (
      <EmptyState icon={ChartIcon} title={text.emptyTitle}>
        {text.noFlags}
      </EmptyState>
    );
  }
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <ActivityPanels projectId={projectId} weeks={range} />
      <ApprovalsPanel projectId={projectId} weeks={range} />
      <FlagPanels projectId={projectId} />
    </SimpleGrid>
  );
}
