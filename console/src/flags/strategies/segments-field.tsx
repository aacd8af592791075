import { Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MultiPicker } from '../../ui/picker.tsx';
import { segmentNamesQuery } from '../flags/api.ts';
import { ConstraintList } from './constraint-list.tsx';
import { texts } from './texts.ts';

const t = texts.segments;

type Props = {
  project: string;
  /** Ids of the chosen segments. */
  value: readonly number[];
  error: ReactNode;
  onChange: (value: number[]) => void;
};

/** The segments of a strategy, with the constraints of the chosen ones. */
export function SegmentsField({ project, value, error, onChange }: Props) {
  const segments = useQuery(segmentNamesQuery).data?.segments ?? [];
  const usable = segments.filter(
    (each) => value.includes(each.id) || !each.project || each.project === project,
  );
  const chosen = value.flatMap((id) => segments.find((each) => each.id === id) ?? []);
  return (
    <Stack gap="xs">
      <MultiPicker
        label={t.label}
        noun={t.noun}
        placeholder={value.length === 0 ? t.none : ''}
        nothingFoundMessage={t.notFound}
        data={usable.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={value.map(String)}
        error={error}
        onChange={(ids) => onChange(ids.map(Number))}
      />
      {chosen.map(({ id, name, description, constraints }) => (
        <Paper key={id} withBorder p="xs" role="group" aria-label={t.preview(name)}>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          {description && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {description}
            </Text>
          )}
          <ConstraintList constraints={constraints} />
        </Paper>
      ))}
    </Stack>
  );
}
