import { Code, Table, Text } from '@mantine/core';
import { diffOf } from './diff.ts';
import { Highlighted } from './highlighted.tsx';
import { pathLabels } from './path-label.ts';
import { texts } from './texts.ts';

export function JsonView({ value }: { value: unknown }) {
  return (
    <Code block tabIndex={0} style={{ maxHeight: 480, overflow: 'auto' }}>
      {JSON.stringify(value, null, 2)}
    </Code>
  );
}

type DiffProps = {
  before: unknown;
  after: unknown;
  /** Highlighted where they occur. */
  texts?: readonly string[] | undefined;
};

/** The members that differ between two JSON values, side by side. */
export function JsonDiff({ before, after, texts: found }: DiffProps) {
  const entries = diffOf(before, after);
  const labels = pathLabels(entries.map(({ path }) => path));
  if (entries.length === 0) return <Text c="dimmed">{texts.diff.same}</Text>;
  return (
    <Table.ScrollContainer minWidth={360} type="native" tabIndex={0}>
      <Table aria-label={texts.diff.label} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="26%">{texts.diff.where}</Table.Th>
            <Table.Th>{texts.diff.before}</Table.Th>
            <Table.Th>{texts.diff.after}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry, index) => (
            <Table.Tr key={entry.path}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Highlighted text={labels[index] ?? ''} texts={found} />
              </Table.Td>
              <Side value={entry.before} colour="red" texts={found} />
              <Side value={entry.after} colour="teal" texts={found} />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

type SideProps = { value: unknown; colour: string; texts: readonly string[] | undefined };

function Side({ value, colour, texts: found }: SideProps) {
  return (
    <Table.Td>
      {value !== undefined && (
        <Code
          block
          bg={`var(--mantine-color-${colour}-light)`}
          style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        >
          <Highlighted
            text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
            texts={found}
          />
        </Code>
      )}
    </Table.Td>
  );
}
