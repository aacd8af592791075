import { Anchor, Box, Button, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { Inbox, InboxItem, ItemKind } from '../../../../server/inbox/schema.ts';
import { ProjectName } from '../../flags/flags/project-label.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EnvironmentName } from '../../ui/environment.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { BellIcon } from '../../ui/icons.tsx';
import { useRefresh } from '../../ui/save.ts';
import { SideDialog } from '../../ui/side-dialog.tsx';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { toastError } from '../../ui/toasts.tsx';
import { texts } from '../texts.ts';
import { inboxKey, inboxQuery, markRead } from './api.ts';
import { pathOf, reasonOf, titleOf } from './item-text.ts';

type Props = { username: string | undefined; onClose: () => void };

const kinds: readonly ItemKind[] = [
  ...(['review', 'mention', 'decision', 'schedule', 'integration', 'stale'] as const),
];

/** The items of the inbox by kind, newest first, each with a link to its page. */
export default function InboxDrawer({ username, onClose }: Props) {
  const found = useQuery(inboxQuery);
  const items = found.data?.items ?? [];
  return (
    <SideDialog onClose={onClose} title={texts.bell.title}>
      <Stack>
        {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
        {found.isPending && <PanelSkeleton />}
        {found.data && items.length === 0 && (
          <EmptyState icon={BellIcon} title={texts.bell.empty}>
            {texts.bell.emptyNote(username)}
          </EmptyState>
        )}
        {found.data && found.data.unread > 0 && <MarkRead inbox={found.data} />}
        {kinds.map((kind) => (
          <Section
            key={kind}
            kind={kind}
            items={items.filter((item) => item.kind === kind)}
            onLeave={onClose}
          />
        ))}
      </Stack>
    </SideDialog>
  );
}

function MarkRead({ inbox: { position } }: { inbox: Inbox }) {
  const refresh = useRefresh([inboxKey]);
  const marking = useMutation({
    mutationFn: (upTo: string) => markRead(upTo),
    onSuccess: refresh,
    onError: toastError,
  });
  return (
    <Group justify="flex-end">
      <Button
        size="xs"
        variant="default"
        loading={marking.isPending}
        onClick={() => position !== null && marking.mutate(position)}
      >
        {texts.bell.markRead}
      </Button>
    </Group>
  );
}

type SectionProps = { kind: ItemKind; items: readonly InboxItem[]; onLeave: () => void };

function Section({ kind, items, onLeave }: SectionProps) {
  const id = useId();
  if (items.length === 0) return null;
  return (
    <Box component="section" aria-labelledby={id}>
      <Title id={id} order={3} size="h6" mb={4}>
        {texts.bell.kinds[kind]}
      </Title>
      <Box component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {items.map((item) => (
          <Item key={item.id} item={item} onLeave={onLeave} />
        ))}
      </Box>
    </Box>
  );
}

function Item({ item, onLeave }: { item: InboxItem; onLeave: () => void }) {
  const { read, project, environment, text, createdAt } = item;
  return (
    <Box
      component="li"
      py={6}
      pl="xs"
      style={{ borderLeft: `3px solid ${read ? 'transparent' : 'var(--mantine-color-indigo-6)'}` }}
    >
      {!read && <VisuallyHidden>{texts.bell.unread}: </VisuallyHidden>}
      <Anchor
        component={Link}
        size="sm"
        fw={read ? 400 : 600}
        to={pathOf(item)}
        onClick={onLeave}
        style={{ overflowWrap: 'anywhere' }}
      >
        {titleOf(item)}
      </Anchor>
      {text !== undefined && (
        <Text size="sm" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
          {text}
        </Text>
      )}
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {reasonOf(item)}
        {project && (
          <>
            {' · '}
            <ProjectName id={project} />
          </>
        )}
        {environment && (
          <>
            {' · '}
            <EnvironmentName name={environment} />
          </>
        )}
        {' · '}
        <TimeAgo at={createdAt} />
      </Text>
    </Box>
  );
}
