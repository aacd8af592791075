import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ClockIcon } from './icons.tsx';
import { texts } from './texts.ts';
import { exactTime } from './time-ago.tsx';

type Props = {
  /** Undefined while it is not known. */
  time: string | undefined;
  /** Describes what is shown. */
  children: ReactNode;
  actions?: ReactNode;
  onLeave: () => void;
};

/** Above what is shown as it was. */
export function AsOfNote({ time, children, actions, onLeave }: Props) {
  const known = time !== undefined && !Number.isNaN(Date.parse(time));
  return (
    <Alert
      color="yellow"
      icon={<ClockIcon />}
      title={known ? texts.asOf.shown(exactTime(time)) : texts.asOf.earlierVersion}
      role="status"
    >
      <Group justify="space-between" gap="xs">
        <Text size="sm">{children}</Text>
        <Group gap="xs">
          {actions}
          <Button size="xs" onClick={onLeave}>
            {texts.asOf.leave}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}
