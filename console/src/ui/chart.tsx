import { Box, Group, Text } from '@mantine/core';

export type Line = { name: string; colour: string; values: readonly (number | null)[] };
type Props = {
  /** The accessible description. */
  label: string;
  lines: readonly Line[];
  /** One per value; the first and the last are shown. */
  ticks: readonly string[];
  height?: number;
  /** The top of the scale; the greatest value when absent. */
  max?: number;
};

const width = 600;

/** A null value leaves a gap. */
export function LineChart({ label, lines, ticks, height = 140, max }: Props) {
  const top =
    max ?? Math.max(1, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const x = (index: number) => (ticks.length < 2 ? 0 : (index / (ticks.length - 1)) * width);
  const y = (value: number) => height - 4 - (value / top) * (height - 8);
  return (
    <Box>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        width="100%"
        height={height}
      >
        {[0, 0.5, 1].map((share) => (
          <line
            key={share}
            x1={0}
            x2={width}
            y1={y(top * share)}
            y2={y(top * share)}
            stroke="var(--mantine-color-default-border)"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {lines.map(({ name, colour, values }) => (
          <path
            key={name}
            d={pathOf(values, x, y)}
            fill="none"
            stroke={`var(--mantine-color-${colour}-6)`}
            strokeWidth={2}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {ticks[0]}
        </Text>
        <Group gap="md">
          {lines.map(({ name, colour }) => (
            <Group key={name} gap={6}>
              <Box w={12} h={3} bg={`${colour}.6`} aria-hidden="true" />
              <Text size="xs">{name}</Text>
            </Group>
          ))}
        </Group>
        <Text size="xs" c="dimmed">
          {ticks.at(-1)}
        </Text>
      </Group>
    </Box>
  );
}

function pathOf(
  values: readonly (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  let drawing = false;
  return values
    .map((value, index) => {
      const step = value === null ? '' : `${drawing ? 'L' : 'M'}${x(index)} ${y(value)}`;
      drawing = value !== null;
      return step;
    })
    .join('');
}
