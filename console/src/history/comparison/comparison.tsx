import { Group, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { earlierFlagQuery } from '../../flags/versions/api.ts';
import { Copy } from '../../ui/copy.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { LinkIcon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { texts } from '../texts.tsx';
import { type Compared, type Comparison as Compares, comparisonQuery } from './api.ts';
import { ChangeList } from './change-list.tsx';
import { environmentNames } from './rows.ts';
import { Environment, Settings } from './sections.tsx';

const text = texts.comparison;

type Props = { flag: Flag; compared: Compared; back: ReactNode };

/** Two versions of a flag side by side. */
export default function Comparison({ flag, compared, back }: Props) {
  const key = { projectId: flag.project, featureName: flag.name };
  const found = useQuery(comparisonQuery(key, compared));
  const [all, setAll] = useState(false);
  const comparison = found.data;
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        {back}
        <Copy label={text.copyLink} text={window.location.href} icon={LinkIcon} />
      </Group>
      {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      {!comparison && !found.error && <PanelSkeleton />}
      {comparison && (
        <>
          <Panel title={text.title} note={<Sides comparison={comparison} compared={compared} />}>
            {comparison.changes.length === 0 ? (
              <Text size="sm">{text.same}</Text>
            ) : (
              <ChangeList changes={comparison.changes} />
            )}
          </Panel>
          <Switch
            label={text.showUnchanged}
            checked={all}
            onChange={({ currentTarget }) => setAll(currentTarget.checked)}
          />
          <SideBySide flag={flag} comparison={comparison} all={all} />
        </>
      )}
    </Stack>
  );
}

type SidesProps = { comparison: Compares; compared: Compared };

function Sides({ comparison: { from, to }, compared }: SidesProps) {
  return text.sides(
    from ? <TimeAgo at={from.createdAt} /> : undefined,
    <TimeAgo at={to.createdAt} />,
    compared.to === undefined,
  );
}

type SideBySideProps = { flag: Flag; comparison: Compares; all: boolean };

function SideBySide({ flag, comparison: { from, to }, all }: SideBySideProps) {
  const key = { projectId: flag.project, featureName: flag.name };
  const earlier = useQuery({
    ...earlierFlagQuery(key, String(from?.eventId)),
    enabled: from !== null,
  });
  const later = useQuery(earlierFlagQuery(key, String(to.eventId)));
  const error = earlier.error ?? later.error;
  if (error) return <ErrorNote error={error} />;
  const after = later.data?.flag;
  if (!after || (from && !earlier.data)) return <PanelSkeleton />;
  const before = earlier.data?.flag ?? undefined;
  return (
    <>
      <Settings before={before} after={after} all={all} />
      {environmentNames(before, after).map((name) => (
        <Environment key={name} name={name} before={before} after={after} all={all} />
      ))}
    </>
  );
}
