import { Box, Code } from '@mantine/core';
import { Copy } from './copy.tsx';

/** Text for a terminal or a file, with a button that copies it. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <Box pos="relative">
      <Code block tabIndex={0} pr={44} style={{ overflow: 'auto' }}>
        {text}
      </Code>
      <Box pos="absolute" top={4} right={4} bg="var(--mantine-color-body)" bdrs="md">
        <Copy text={text} label={label} />
      </Box>
    </Box>
  );
}
