import { Group, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  title: string;
  /** To the right of the title: what one can do here. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A part of a page under a heading of its own. */
export function Panel({ title, actions, children }: Props) {
  return (
    <Paper component="section" withBorder p="md" aria-label={title}>
      <Group justify="space-between" mb="xs" gap="xs" mih={30}>
        <Title order={2} size="h5">
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </Paper>
  );
}
