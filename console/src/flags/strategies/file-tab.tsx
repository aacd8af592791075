import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { NewStrategy } from '../../../../server/flags/strategies/schema.ts';
import type { Definition } from '../../../../server/transfer/declarations/schema.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { flagQuery } from '../flag/api.ts';
import { segmentNamesQuery } from '../flags/api.ts';
import type { Edited, Target } from './api.ts';
import { declaredStrategy, definitionOf, yamlOf } from './definition.ts';
import { texts } from './texts.ts';

const t = texts.code;

/** The change of the editor as a file for `pennon apply`. */
export default function FileTab({ target, edited }: { target: Target; edited: Edited }) {
  const { environment } = target;
  if ('strategy' in edited) return <StrategyFile target={target} strategy={edited.strategy} />;
  return <File note={t.variantsFileNote(environment)} definition={definitionOf(target, edited)} />;
}

function StrategyFile({ target, strategy }: { target: Target; strategy: NewStrategy }) {
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
  const strategies = all.map((each) => declaredStrategy(each, nameOf));
  return <File note={t.fileNote(environment)} definition={definitionOf(target, { strategies })} />;
}

const File = ({ note, definition }: { note: string; definition: Definition }) => (
  <Stack gap="xs">
    <Text size="sm" c="dimmed">
      {note}
    </Text>
    <CodeBlock text={yamlOf(definition)} label={t.copyFile} />
  </Stack>
);
