import { Alert } from '@mantine/core';
import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { WarningIcon } from '../ui/icons.tsx';

/** Shown while the browser has no connection. */
export function OfflineBanner() {
  const online = useSyncExternalStore(onlineManager.subscribe, isOnline);
  if (online) return null;
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<WarningIcon />}
      title="You are offline"
      role="status"
      mb="md"
    >
      What you see may be out of date. Changes are not saved until you are online again.
    </Alert>
  );
}

const isOnline = () => onlineManager.isOnline();
