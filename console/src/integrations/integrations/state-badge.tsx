import { Badge } from '@mantine/core';
import type { Integration } from '../../../../server/integrations/integrations/schema.ts';

const shown = {
  active: { label: 'Active', color: 'green' },
  failing: { label: 'Failing', color: 'orange' },
  parked: { label: 'Parked', color: 'red' },
  disabled: { label: 'Disabled', color: 'gray' },
} as const satisfies Record<Integration['state'], { label: string; color: string }>;

export function StateBadge({ state }: Pick<Integration, 'state'>) {
  const { label, color } = shown[state];
  return (
    <Badge size="sm" variant="light" tt="none" color={color}>
      {label}
    </Badge>
  );
}
