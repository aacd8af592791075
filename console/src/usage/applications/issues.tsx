import { Badge, Box, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { Overview } from '../../../../server/usage/application-details/schema.ts';
import type { Column } from '../../ui/data-table.tsx';
import { EnvironmentBadge } from '../../ui/environment.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { texts as shared } from '../../ui/texts.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { texts as ofUsage } from '../texts.ts';
import { PagedTable } from './paged-table.tsx';

const texts = ofUsage.applications;

type Issues = Overview['issues'];
type UnknownFlag = Issues['missingFeatures'][number];

const columns: Column<UnknownFlag>[] = [
  { id: 'name', header: shared.common.name, cell: ({ name }) => <Mono text={name} /> },
  {
    id: 'environments',
    header: shared.common.environments,
    visibleFrom: 'xs',
    cell: ({ environments }) => <Environments names={environments} />,
  },
  { id: 'lastSeen', header: texts.lastSeen, cell: ({ lastSeen }) => <TimeAgo at={lastSeen} /> },
];

/** What to repair in the application, first of all. */
export function IssuesPanel({ issues }: { issues: Issues }) {
  const { outdatedSdks, missingFeatures, missingStrategies } = issues;
  if (outdatedSdks.length + missingFeatures.length + missingStrategies.length === 0) {
    return (
      <Panel title={texts.issues}>
        <Group gap={6}>
          <CheckIcon size={16} />
          <Text size="sm">{texts.noIssues}</Text>
        </Group>
      </Panel>
    );
  }
  return (
    <Panel title={texts.issues}>
      <Stack>
        {outdatedSdks.length > 0 && (
          <Section title={texts.outdatedSdks} note={texts.outdatedSdksNote}>
            <OutdatedSdks sdks={outdatedSdks} />
          </Section>
        )}
        {missingFeatures.length > 0 && (
          <Section title={texts.unknownFlags} note={texts.unknownFlagsNote}>
            <PagedTable
              label={texts.unknownFlags}
              noun={texts.unknownFlagsNoun}
              columns={columns}
              rows={missingFeatures}
              rowKey={({ name }) => name}
            />
          </Section>
        )}
        {missingStrategies.length > 0 && (
          <Section title={texts.missingStrategies} note={texts.missingStrategiesNote}>
            <Group gap={4}>
              {missingStrategies.map((name) => (
                <Badge key={name} size="sm" variant="default" tt="none">
                  {name}
                </Badge>
              ))}
            </Group>
          </Section>
        )}
      </Stack>
    </Panel>
  );
}

function OutdatedSdks({ sdks }: { sdks: Issues['outdatedSdks'] }) {
  return (
    <Box component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {sdks.map(({ sdkVersion, minimumVersion, environments }) => (
        <Box component="li" key={sdkVersion} py={2}>
          <Mono text={sdkVersion} />
          <Group gap={6}>
            <Text size="xs" c="dimmed">
              {texts.advice(minimumVersion)}
            </Text>
            <Environments names={environments} />
          </Group>
        </Box>
      ))}
    </Box>
  );
}

const Environments = ({ names }: { names: readonly string[] }) => (
  <Group gap={4}>
    {names.map((name) => (
      <EnvironmentBadge key={name} name={name} />
    ))}
  </Group>
);

function Section({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id}>
      <Title id={id} order={3} size="h6">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb={4}>
        {note}
      </Text>
      {children}
    </Box>
  );
}

export const Mono = ({ text }: { text: string }) => (
  <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
    {text}
  </Text>
);
