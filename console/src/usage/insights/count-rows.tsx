import { Anchor, Box, Group, Progress, Stack, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../language.ts';
import { paths } from '../../paths.ts';
import { Swatch } from '../../ui/swatch.tsx';
import classes from './count-rows.module.css';
import { Remark } from './loaded-panel.tsx';

type Part = { name: string; colour: string; count: number };

/** Counted flags, with the search that finds them. */
export type CountRow = { label: string; search: Record<string, string>; parts: Part[] };

type Props = { rows: readonly CountRow[]; empty: string };

/** Bars of which the longest is as wide as the panel; a legend where they have several parts. */
export function CountRows({ rows, empty }: Props) {
  const sums = rows.map(({ parts }) => parts.reduce((sum, { count }) => sum + count, 0));
  const max = Math.max(0, ...sums);
  if (max === 0) return <Remark>{empty}</Remark>;
  const legend = rows[0]?.parts ?? [];
  return (
    <Stack gap="xs">
      <Box component="ul" className={classes.rows ?? ''}>
        {rows.map((row, index) => (
          <li key={row.label} className={classes.row}>
            <Anchor
              size="sm"
              renderRoot={(props) => <Link {...props} to={paths.flags} search={row.search} />}
            >
              {row.label}
            </Anchor>
            <Progress.Root size={12} aria-hidden="true">
              {row.parts.map(({ name, colour, count }) => (
                <Progress.Section key={name} value={(100 * count) / max} color={colour} />
              ))}
            </Progress.Root>
            {legend.length > 1 ? (
              <Counts parts={row.parts} />
            ) : (
              <Text size="sm" ta="right">
                {formatNumber(sums[index] ?? 0)}
              </Text>
            )}
          </li>
        ))}
      </Box>
      {legend.length > 1 && (
        <Group gap="md">
          {legend.map(({ name, colour }) => (
            <Group key={name} gap={6} wrap="nowrap">
              <Swatch colour={colour} />
              <Text size="xs">{name}</Text>
            </Group>
          ))}
        </Group>
      )}
    </Stack>
  );
}

/** Each beside the colour of its name in the legend. */
const Counts = ({ parts }: { parts: readonly Part[] }) => (
  <Group gap="xs" wrap="nowrap" justify="flex-end">
    {parts.map(({ name, colour, count }) => (
      <Group key={name} gap={4} wrap="nowrap" title={name}>
        <Swatch colour={colour} />
        <Text size="sm">
          <VisuallyHidden>{name} </VisuallyHidden>
          {formatNumber(count)}
        </Text>
      </Group>
    ))}
  </Group>
);
