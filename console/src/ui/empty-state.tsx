import { Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { FlagIcon, type IconType } from './icons.tsx';

type Props = {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  icon?: IconType | undefined;
  /** Of its heading: 1 where it is the whole page. */
  order?: 1 | 2;
};

/** Shown instead of an empty list: why it is empty, and what to do next. */
export function EmptyState(props: Props) {
  const { title, children, action, icon: Icon = FlagIcon, order = 2 } = props;
  return (
    <Paper withBorder px="md" py="xl" radius="md" style={{ borderStyle: 'dashed' }}>
      <Stack align="center" gap="xs" ta="center">
        <ThemeIcon size={48} radius="xl" variant="light" color="gray" aria-hidden="true">
          <Icon size={22} />
        </ThemeIcon>
        <Title order={order} size="h4">
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
