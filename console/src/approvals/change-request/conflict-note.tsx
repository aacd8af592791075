import { Alert, Code, Table, Text } from '@mantine/core';
import type { Change } from '../../../../server/approvals/change-requests/schema.ts';
import { WarningIcon } from '../../ui/icons.tsx';
import { pathLabel } from '../../ui/path-label.ts';
import { exactTime } from '../../ui/time-ago.tsx';
import { texts } from '../texts.tsx';

const text = texts.changeRequest.conflict;

type Problem = Pick<Change, 'conflict' | 'conflictCause' | 'conflicts'>;

type Props = {
  problem: Problem;
  /** What the viewer can do. */
  hint?: string | undefined;
};

/** Why a change cannot be applied, with the conflicting values. */
export function ConflictNote({ problem, hint }: Props) {
  const values = problem.conflicts ?? [];
  return (
    <Alert
      color="red"
      variant="light"
      icon={<WarningIcon />}
      title={text.title}
      mt="xs"
      styles={{ body: { minWidth: 0 } }}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {hint ? `${sentenceOf(problem)} ${hint}` : sentenceOf(problem)}
      </Text>
      {values.length > 0 && (
        <Table.ScrollContainer minWidth={420} type="native" tabIndex={0}>
          <Table mt="xs" aria-label={text.values} fz="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{text.setting}</Table.Th>
                <Table.Th>{text.base}</Table.Th>
                <Table.Th>{text.current}</Table.Th>
                <Table.Th>{text.proposed}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {values.map(({ path, base, current, proposed }) => (
                <Table.Tr key={path}>
                  <Table.Td>{pathLabel(path)}</Table.Td>
                  {[base, current, proposed].map((value, column) => (
                    <Table.Td key={`${path} ${['base', 'current', 'proposed'][column]}`}>
                      {value !== undefined && (
                        <Code style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                          {typeof value === 'string' ? value : JSON.stringify(value)}
                        </Code>
                      )}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Alert>
  );
}

function sentenceOf({ conflict, conflictCause, conflicts = [] }: Problem): string {
  if (!conflictCause) return conflict ?? '';
  const { what, by, at } = conflictCause;
  const when = { by, time: at && exactTime(at) };
  if (conflicts.length === 0) return text.because(what, when);
  if (isDeleted(conflicts)) return text.deleted(when);
  const settings = conflicts.filter(({ path }) => path !== '').map(({ path }) => pathLabel(path));
  return text.changed(settings.join(', '), when);
}

/** Whether the subject of the change does not exist any more. */
export const isDeleted = (conflicts: Change['conflicts'] = []) =>
  conflicts.some(({ path, current }) => path === '' && (current ?? null) === null);
