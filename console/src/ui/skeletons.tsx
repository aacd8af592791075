import { Grid, Paper, Skeleton, Stack } from '@mantine/core';
import { texts } from './texts.ts';

/** In pixels. */
export const chartHeight = 190;

const range = (length: number) => Array.from({ length }, (_, index) => index);

/** How wide a line is drawn, in percent: not all the same, as text is. */
const widths = [72, 54, 63, 45, 58];

export const widthOf = (line: number) => `${widths[line % widths.length]}%`;

/** Lines of text inside a panel. */
export function PanelSkeleton({ lines = 5 }: { lines?: number }) {
  return (
    <Stack aria-busy="true" role="status" aria-label={texts.common.loading} gap="md" py={4}>
      {range(lines).map((line) => (
        <Skeleton key={line} height={12} width={widthOf(line)} />
      ))}
    </Stack>
  );
}

/** A chart with its legend. */
export function ChartSkeleton() {
  return (
    <div aria-busy="true" role="status" aria-label={texts.common.loading}>
      <Skeleton height={chartHeight} />
      <Skeleton height={12} mt="xs" width="30%" />
    </div>
  );
}

/** A page with a heading and panels. */
export function PageSkeleton() {
  return (
    <div aria-busy="true" role="status" aria-label={texts.common.loading}>
      <Skeleton height={24} width={220} mb={10} />
      <Skeleton height={12} width={320} maw="100%" mb="lg" />
      <PanelsSkeleton />
    </div>
  );
}

/** The panels of a page, the second column narrower. */
export function PanelsSkeleton() {
  return (
    <Grid gap="md" aria-hidden="true">
      {[8, 4].map((span) => (
        <Grid.Col key={span} span={{ base: 12, lg: span }}>
          <Paper withBorder p="md" mih={span * 40}>
            <Skeleton height={14} width="35%" mb="lg" />
            <Stack gap="md">
              {range(span).map((line) => (
                <Skeleton key={line} height={12} width={widthOf(line)} />
              ))}
            </Stack>
          </Paper>
        </Grid.Col>
      ))}
    </Grid>
  );
}
