import { Alert } from '@mantine/core';
import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { WarningIcon } from '../ui/icons.tsx';
import { texts } from './texts.ts';

/** Shown while the browser has no connection. */
export function OfflineBanner() {
  const online = useSyncExternalStore(onlineManager.subscribe, isOnline);
  if (online) return null;
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<WarningIcon />}
      title={texts.offline.title}
      role="status"
      mb="md"
    >
      {texts.offline.note}
    </Alert>
  );
}

const isOnline = () => onlineManager.isOnline();
