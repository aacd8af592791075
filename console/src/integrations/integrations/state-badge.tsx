import { Badge } from '@mantine/core';
import type { Integration } from '../../../../server/integrations/integrations/schema.ts';
import { texts } from '../texts.tsx';

const colours: Record<Integration['state'], string> = {
  active: 'green',
  failing: 'orange',
  parked: 'red',
  disabled: 'gray',
};

export function StateBadge({ state }: Pick<Integration, 'state'>) {
  return (
    <Badge size="sm" variant="light" tt="none" color={colours[state]}>
      {texts.integrations.states[state]}
    </Badge>
  );
}
