import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { Panel } from '../../ui/panel.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { codeReferencesQuery } from './api.ts';
import { texts } from './texts.ts';

const t = texts.references;

const shownMax = 10;

function useReferences({ project, name }: Flag) {
  return useQuery(codeReferencesQuery({ projectId: project, featureName: name })).data;
}

/** Where scanned code refers to the flag; nothing if no code was scanned. */
export default function CodeReferences({ flag }: { flag: Flag }) {
  const found = useReferences(flag);
  const newest = found?.scans
    .map(({ scannedAt }) => scannedAt)
    .sort()
    .at(-1);
  if (!found || newest === undefined) return null;
  return (
    <Panel title={t.title}>
      {found.total === 0 && <Text size="sm">{t.none}</Text>}
      <List size="sm" spacing={4} listStyleType="none">
        {found.references
          .slice(0, shownMax)
          .map(({ repository, branch, path, line, inComment }) => (
            <List.Item key={`${repository} ${branch} ${path} ${line}`}>
              <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                {path}:{line}
              </Text>
              <Text size="xs" c="dimmed">
                {repository}, {branch}
                {inComment && `, ${t.comment}`}
              </Text>
            </List.Item>
          ))}
      </List>
      {found.total > shownMax && <Text size="sm">{t.andMore(found.total - shownMax)}</Text>}
      <Text size="sm" c="dimmed" mt="xs">
        {t.lastScanned} <TimeAgo at={newest} />.
      </Text>
    </Panel>
  );
}

/** Warns before the flag is removed; comments do not count. */
export function CodeWarning({ flag }: { flag: Flag }) {
  const uses = useReferences(flag)?.references.filter(({ inComment }) => !inComment) ?? [];
  const [first] = uses;
  if (!first) return null;
  return (
    <Text mt="xs" fw={600}>
      {t.warning(`${first.path}:${first.line}`, uses.length - 1)}
    </Text>
  );
}
