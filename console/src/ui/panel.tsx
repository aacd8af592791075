import { Group, Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

type Props = {
  title: string;
  /** To the right of the title: what one can do here. */
  actions?: ReactNode;
  note?: ReactNode;
  children: ReactNode;
};

/** A part of a page that has a heading of its own. */
export function Panel({ title, actions, note, children }: Props) {
  const id = useId();
  return (
    <Paper component="section" withBorder radius="md" p="md" aria-labelledby={id}>
      <Group justify="space-between" mb="sm" gap="xs">
        <div>
          <Title id={id} order={2} size="h5">
            {title}
          </Title>
          {note && (
            <Text component="div" size="sm" c="dimmed">
              {note}
            </Text>
          )}
        </div>
        {actions}
      </Group>
      {children}
    </Paper>
  );
}
