import { Code, Table, Text } from '@mantine/core';
import { diffOf } from './diff.ts';

/** Any JSON, readable and selectable. */
export function JsonView({ value }: { value: unknown }) {
  return (
    <Code block tabIndex={0} style={{ maxHeight: 480, overflow: 'auto' }}>
      {JSON.stringify(value, null, 2)}
    </Code>
  );
}

/** Two JSON values as what was and what is, for the members that differ and no others. */
export function JsonDiff({ before, after }: { before: unknown; after: unknown }) {
  const entries = diffOf(before, after);
  if (entries.length === 0) return <Text c="dimmed">Nothing differs.</Text>;
  return (
    <Table.ScrollContainer minWidth={360} type="native">
      <Table aria-label="What changed" layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="26%">Where</Table.Th>
            <Table.Th>Before</Table.Th>
            <Table.Th>After</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Table.Tr key={entry.path}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{entry.path || 'the whole'}</Table.Td>
              <Side value={entry.before} colour="red" />
              <Side value={entry.after} colour="teal" />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Side({ value, colour }: { value: unknown; colour: string }) {
  return (
    <Table.Td>
      {value !== undefined && (
        <Code
          block
          bg={`var(--mantine-color-${colour}-light)`}
          style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        >
          {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
        </Code>
      )}
    </Table.Td>
  );
}
