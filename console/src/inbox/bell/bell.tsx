import { ActionIcon, Badge, Box } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { BellIcon } from '../../ui/icons.tsx';
import { texts } from '../texts.ts';
import { inboxQuery } from './api.ts';

const InboxDrawer = lazy(() => import('./inbox-drawer.tsx'));

/** Opens the inbox, and shows how much of it is unread. */
export default function Bell({ username }: { username: string | undefined }) {
  const [opened, drawer] = useDisclosure(false);
  const unread = useQuery(inboxQuery).data?.unread ?? 0;
  return (
    <Box pos="relative">
      <ActionIcon
        variant="default"
        size={30}
        aria-label={texts.bell.label(unread)}
        aria-haspopup="dialog"
        onClick={drawer.open}
      >
        <BellIcon size={17} />
      </ActionIcon>
      {unread > 0 && (
        <Badge
          size="xs"
          circle={unread < 10}
          pos="absolute"
          top={-6}
          right={-6}
          style={{ pointerEvents: 'none' }}
          aria-hidden="true"
        >
          {unread > 99 ? '99+' : unread}
        </Badge>
      )}
      {opened && (
        <Suspense>
          <InboxDrawer username={username} onClose={drawer.close} />
        </Suspense>
      )}
    </Box>
  );
}
