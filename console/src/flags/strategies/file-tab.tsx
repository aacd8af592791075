import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { NewStrategy } from '../../../../server/flags/strategies/schema.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { flagQuery } from '../flag/api.ts';
import { segmentNamesQuery } from '../flags/api.ts';
import { texts } from '../texts.ts';
import type { Target } from './api.ts';
import { definitionOf, yamlOf } from './definition.ts';

const t = texts.strategies.code;

/** The change of the editor as a file for `pennon apply`. */
export default function FileTab({ target, strategy }: { target: Target; strategy: NewStrategy }) {
  const { project, flag, environment, strategyId } = target;
  const found = useQuery(flagQuery({ projectId: project, featureName: flag }));
  const segments = useQuery(segmentNamesQuery).data?.segments;
  if (found.error) return <ErrorNote error={found.error} />;
  if (!found.data || !segments) return <PanelSkeleton lines={6} />;
  const current = found.data.environments.find(({ name }) => name === environment)?.strategies;
  const others = current ?? [];
  const all: NewStrategy[] = others.some(({ id }) => id === strategyId)
    ? others.map((each) => (each.id === strategyId ? strategy : each))
    : [...others, strategy];
  const nameOf = (id: number) => segments.find((each) => each.id === id)?.name ?? String(id);
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t.fileNote(environment)}
      </Text>
      <CodeBlock text={yamlOf(definitionOf(target, all, nameOf))} label={t.copyFile} />
    </Stack>
  );
}
