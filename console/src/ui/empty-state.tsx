import { Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { FlagIcon, type IconType } from './icons.tsx';

type Props = {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  icon?: IconType | undefined;
};

/** Shown instead of an empty list: why it is empty, and what to do next. */
export function EmptyState({ title, children, action, icon: Icon = FlagIcon }: Props) {
  return (
    <Paper withBorder px="md" py="xl" radius="md" style={{ borderStyle: 'dashed' }}>
      <Stack align="center" gap="xs" ta="center">
        <ThemeIcon size={48} radius="xl" variant="light" color="gray" aria-hidden="true">
          <Icon size={22} />
        </ThemeIcon>
        <Title order={2} size="h4">
          {title}
        </Title>
        {children && (
          <Text c="dimmed" maw={520}>
            {children}
          </Text>
        )}
        {action && <div style={{ marginTop: 8 }}>{action}</div>}
      </Stack>
    </Paper>
  );
}
