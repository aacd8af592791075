import { Group, Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

type Props = {
  title: ReactNode;
  /** Controls to the right of the title. */
  actions?: ReactNode;
  note?: ReactNode;
  children: ReactNode;
};

/** A section of a page with a heading. */
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
