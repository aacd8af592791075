import { Anchor, Box, Button, Checkbox, Group, Paper, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { AppliedWith } from '../../audit/events/applied-with.tsx';
import { useCreatorName } from '../../audit/events/creator.ts';
import { eventLabel } from '../../audit/labels/label.ts';
import { comparisonQuery } from '../../history/comparison/api.ts';
import { Sentences } from '../../history/comparison/change-list.tsx';
import { useSentences } from '../../history/comparison/sentences.ts';
import { language } from '../../language.ts';
import { paths } from '../../paths.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { plainText } from '../../ui/markdown.ts';
import { formatFilter } from '../../ui/set-filter.ts';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { texts } from '../texts.ts';
import { type Version, versionsQuery } from './api.ts';
import { type Action, VersionActions } from './version-actions.tsx';

const Restore = lazy(() => import('../../history/restore/restore.tsx'));
const Undo = lazy(() => import('../../history/restore/undo.tsx'));

const t = texts.versions;

type Props = { flag: Flag; onCompare: (from: number, to?: number) => void };

/** The versions of the flag, newest first. */
export function Timeline({ flag, onCompare }: Props) {
  const found = useInfiniteQuery(
    versionsQuery({ projectId: flag.project, featureName: flag.name }),
  );
  const [selected, setSelected] = useState<number[]>([]);
  const [open, setOpen] = useState<Opened>();
  if (found.error) return <ErrorNote error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <PanelSkeleton />;
  const versions = found.data.pages.flatMap((page) => page.versions);
  const shown = found.hasNextPage ? versions.slice(0, -1) : versions;
  const toggle = (id: number) =>
    setSelected((ids) =>
      ids.includes(id) ? ids.filter((each) => each !== id) : [...ids.slice(-1), id],
    );
  return (
    <Stack gap="sm">
      <Toolbar flag={flag} selected={selected} onCompare={onCompare} />
      <Paper withBorder radius="md">
        <Box component="ol" aria-label={t.title} m={0} p={0} style={{ listStyle: 'none' }}>
          {shown.map((version, index) => (
            <Entry
              key={version.eventId}
              flag={flag}
              version={version}
              previous={versions[index + 1]}
              isNewest={index === 0}
              selected={selected.includes(version.eventId)}
              onSelect={() => toggle(version.eventId)}
              onCompare={onCompare}
              onOpen={setOpen}
            />
          ))}
        </Box>
      </Paper>
      {found.hasNextPage && (
        <Button
          variant="default"
          style={{ alignSelf: 'center' }}
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t.more}
        </Button>
      )}
      {open && <Dialog flag={flag} opened={open} onClose={() => setOpen(undefined)} />}
    </Stack>
  );
}

/** Not part of its entry, which may leave the list while the result is shown. */
type Opened = { action: Action; version: Version; headline: string };

function Dialog({ flag, opened, onClose }: { flag: Flag; opened: Opened; onClose: () => void }) {
  const { action, version, headline } = opened;
  const { eventId, createdAt } = version;
  const same = { flag, onClose };
  return (
    <Suspense>
      {action === 'restore' ? (
        <Restore {...same} at={String(eventId)} time={createdAt} />
      ) : (
        <Undo {...same} version={version} headline={headline} />
      )}
    </Suspense>
  );
}

type ToolbarProps = Props & { selected: readonly number[] };

function Toolbar({ flag, selected, onCompare }: ToolbarProps) {
  const [first = 0, second] = [...selected].sort((one, other) => one - other);
  return (
    <Group justify="space-between" gap="xs">
      <Group gap="sm">
        <Button
          size="xs"
          variant="default"
          disabled={selected.length === 0}
          onClick={() => onCompare(first, second)}
        >
          {selected.length === 1 ? t.compareCurrent : t.compareSelected}
        </Button>
        <Text size="sm" c="dimmed">
          {t.selectNote}
        </Text>
      </Group>
      <Text size="sm">
        <AllEvents flag={flag} />
      </Text>
    </Group>
  );
}

type EntryProps = Props & {
  version: Version;
  /** Undefined for the first version. */
  previous: Version | undefined;
  isNewest: boolean;
  selected: boolean;
  onSelect: () => void;
  onOpen: (opened: Opened) => void;
};

function Entry({ version, previous, selected, onSelect, onOpen, ...props }: EntryProps) {
  const { flag } = props;
  const texts = useChangeTexts(flag, version, previous);
  const headline = texts[0] ?? '';
  return (
    <Box
      component="li"
      data-version={version.eventId}
      px="sm"
      py={8}
      style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}
    >
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <Checkbox
          size="xs"
          mt={3}
          aria-label={t.select(headline)}
          checked={selected}
          disabled={version.deleted}
          onChange={onSelect}
        />
        <Box flex={1} miw={0}>
          {texts.length === 1 ? (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {headline}
            </Text>
          ) : (
            <Sentences texts={texts} />
          )}
          {isBaseline(version, previous) && <Earlier flag={flag} />}
          <Text size="xs" c="dimmed">
            {!isBaseline(version, previous) && <Author version={version} />}
            <TimeAgo at={version.createdAt} />
            {props.isNewest && !version.deleted && ` · ${t.current}`}
            <AppliedWith change={{ ...version, id: version.eventId }} before=" · " />
          </Text>
        </Box>
        <VersionActions
          {...props}
          version={version}
          previous={previous}
          headline={headline}
          onAction={(action) => onOpen({ action, version, headline })}
        />
      </Group>
    </Box>
  );
}

/** Whether the changes that led to the version were not recorded as versions, or were deleted. */
const isBaseline = ({ type }: Version, previous: Version | undefined) =>
  previous === undefined && type !== 'feature-created';

/** What the version changed; the summary or the label of its event until that is known. */
function useChangeTexts(flag: Flag, version: Version, previous: Version | undefined): string[] {
  const { eventId, deleted, type, label, summary } = version;
  const baseline = isBaseline(version, previous);
  const sentencesOf = useSentences();
  // Nothing is older than event 0, so a first version is compared with no flag.
  const from = previous && !previous.deleted ? previous.eventId : 0;
  const compared = useQuery({
    ...comparisonQuery(
      { projectId: flag.project, featureName: flag.name },
      { from: String(from), to: String(eventId) },
    ),
    enabled: !deleted && !baseline,
  }).data;
  if (baseline) return [t.first];
  const texts = compared?.changes.flatMap(sentencesOf) ?? [];
  if (texts.length > 0) return texts;
  if (language === 'en' && summary !== null) return [plainText(summary)];
  return [eventLabel({ type, label }) || t.changed];
}

/** The log can be older than the first recorded version. */
const Earlier = ({ flag }: { flag: Flag }) => (
  <Text size="xs" c="dimmed">
    {t.earlier} <AllEvents flag={flag} />
  </Text>
);

function AllEvents({ flag }: { flag: Flag }) {
  const feature = formatFilter({ operator: 'IS', values: [flag.name] });
  return (
    <Anchor
      inherit
      underline="always"
      renderRoot={(props) => <Link {...props} to={paths.events} search={{ feature }} />}
    >
      {t.allEvents}
    </Anchor>
  );
}

/** By name; events of deleted users and of tokens have only a text. */
function Author({ version: { createdBy, createdByUserId } }: { version: Version }) {
  const name = useCreatorName(createdByUserId) ?? createdBy;
  return name && <span style={{ overflowWrap: 'anywhere' }}>{name} · </span>;
}
