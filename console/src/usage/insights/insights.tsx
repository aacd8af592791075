import { SegmentedControl, SimpleGrid } from '@mantine/core';
import { texts } from '../texts.ts';
import { ActivityPanels } from './activity.tsx';
import type { Scope } from './api.ts';
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
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <ActivityPanels projectId={projectId} weeks={range} />
      <ApprovalsPanel projectId={projectId} weeks={range} />
      <FlagPanels projectId={projectId} />
    </SimpleGrid>
  );
}
