import { Box } from '@mantine/core';

/** The colour of a part in a bar, and of a line in a chart. */
export const drawnColour = (colour: string) =>
  `light-dark(var(--mantine-color-${colour}-filled), var(--mantine-color-${colour}-5))`;

/** The colour in a legend. */
export function Swatch({ colour }: { colour: string }) {
  return (
    <Box
      w={10}
      h={10}
      bg={drawnColour(colour)}
      style={{ borderRadius: 3, flexShrink: 0 }}
      data-swatch
      aria-hidden="true"
    />
  );
}
