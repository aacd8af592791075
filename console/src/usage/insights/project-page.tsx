import { Group, Stack } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Insights, RangeControl } from './insights.tsx';

/** Of one project, as one of its tabs. */
export function Page() {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId/insights' });
  const { weeks } = useSearch({ from: '/signed-in/projects/$projectId/insights' });
  const navigate = useNavigate({ from: '/projects/$projectId/insights' });
  return (
    <Stack>
      <Group justify="flex-end">
        <RangeControl
          weeks={weeks}
          onChange={(next) => void navigate({ search: { weeks: next }, resetScroll: false })}
        />
      </Group>
      <Insights projectId={projectId} weeks={weeks} />
    </Stack>
  );
}
