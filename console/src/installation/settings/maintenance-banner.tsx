import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { WarningIcon } from '../../ui/icons.tsx';
import { texts } from '../texts.ts';
import { uiConfigQuery } from './api.ts';

/** Above every page while the server refuses changes. */
export function MaintenanceBanner() {
  const { data } = useQuery(uiConfigQuery);
  if (!data?.maintenanceMode) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<WarningIcon />}
      title={texts.settings.maintenance}
      role="status"
      mb="md"
    >
      {texts.settings.maintenanceNote}
    </Alert>
  );
}
