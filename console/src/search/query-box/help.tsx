import { Anchor, Box, Code, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { examplesOf, keysOf, type Language } from './keys.ts';
import { texts } from './texts.tsx';

type Props = { language: Language; onExample: (query: string) => void };

/** The terms of the query language, and examples that replace the query. */
export default function Help({ language, onExample }: Props) {
  return (
    <Stack gap="sm" mah="60vh" style={{ overflowY: 'auto' }}>
      <Text size="sm">
        {texts.help.intro((text) => (
          <Code>{text}</Code>
        ))}
      </Text>
      <Box>
        <Text size="sm" fw={600}>
          {texts.help.examples}
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
      <Table aria-label={texts.help.terms} fz="xs" verticalSpacing={3}>
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
        {texts.help.reference}
      </Anchor>
    </Stack>
  );
}
