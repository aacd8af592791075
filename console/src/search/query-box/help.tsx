import { Anchor, Box, Code, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { examplesOf, keysOf, type Language } from './keys.ts';

type Props = { language: Language; onExample: (query: string) => void };

/** The terms of the query language, and examples that replace the query. */
export default function Help({ language, onExample }: Props) {
  return (
    <Stack gap="sm" mah="60vh" style={{ overflowY: 'auto' }}>
      <Text size="sm">
        A search finds what matches all its words. Put <Code>-</Code> in front of a word to exclude
        it, <Code>or</Code> between alternatives, parentheses around groups, and quotes around text
        with spaces or colons.
      </Text>
      <Box>
        <Text size="sm" fw={600}>
          Examples
        </Text>
        {examplesOf[language].map(({ query, meaning }) => (
          <UnstyledButton key={query} display="block" py={3} onClick={() => onExample(query)}>
            <Code>{query}</Code>{' '}
            <Text span size="xs" c="dimmed">
              {meaning}
            </Text>
          </UnstyledButton>
        ))}
      </Box>
      <Table aria-label="Terms" fz="xs" verticalSpacing={3}>
        <Table.Tbody>
          {keysOf[language].map(({ key, meaning }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" fw={400}>
                <Code>{key}:</Code>
              </Table.Th>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Anchor size="sm" href="docs/openapi/" target="_blank">
        API reference
      </Anchor>
    </Stack>
  );
}
