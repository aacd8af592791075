import { Box, Group, Progress, Text } from '@mantine/core';
import { formatNumber } from '../language.ts';
import { drawnColour, Swatch } from './swatch.tsx';
import { texts } from './texts.ts';

/** Of the parts of a bar and of the lines of a chart. */
const colours = ['indigo', 'teal', 'orange', 'grape', 'cyan', 'pink', 'lime', 'yellow'];

export const partColour = (index: number): string => colours[index % colours.length] ?? 'gray';

/** The same length is the same share in both kinds of bars. */
const barMax = 360;

type Part = {
  name: string;
  weight: number;
  payload?: { type: string; value: string } | undefined;
};

type WeightProps = {
  parts: readonly Part[];
  /** By position, unless the parts are shown elsewhere in another order. */
  colourOf?: (index: number) => string;
  /** As wide as its place, where the bar can be edited. */
  wide?: boolean;
};

/** Variant weights as one bar with a legend. */
export function WeightBar({ parts, colourOf = partColour, wide = false }: WeightProps) {
  const sum = parts.reduce((total, { weight }) => total + weight, 0) || 1;
  const shares = parts.map((part, index) => ({
    ...part,
    percent: Math.round((part.weight / sum) * 1000) / 10,
    colour: colourOf(index),
  }));
  return (
    <Box>
      <Progress.Root size={14} {...(wide ? {} : { maw: barMax })} aria-hidden="true">
        {shares.map(({ name, percent, colour }) => (
          <Progress.Section key={name} value={percent} color={drawnColour(colour)} title={name} />
        ))}
      </Progress.Root>
      <Group gap="md" mt={4}>
        {shares.map(({ name, percent, colour, payload }) => (
          <Group key={name} gap={6} wrap="nowrap" miw={0}>
            <Swatch colour={colour} />
            <Text size="sm">
              {name} <b>{formatNumber(percent)}%</b>
            </Text>
            {payload && (
              <Text size="xs" c="dimmed" ff="monospace" maw={180} truncate title={payload.value}>
                {payload.value}
              </Text>
            )}
          </Group>
        ))}
      </Group>
    </Box>
  );
}

export function RolloutBar({
  percent,
  colour,
  label = texts.chart.rollout,
}: {
  percent: number;
  colour?: string;
  label?: string;
}) {
  return (
    <Group gap="xs" wrap="nowrap" miw={120}>
      <Progress
        value={percent}
        {...(colour && { color: colour })}
        size="lg"
        maw={barMax}
        style={{ flexGrow: 1 }}
        aria-label={`${label}: ${formatNumber(percent)}%`}
      />
      <Text size="sm" fw={600} miw="5ch" style={{ whiteSpace: 'nowrap' }}>
        {formatNumber(percent)}%
      </Text>
    </Group>
  );
}
