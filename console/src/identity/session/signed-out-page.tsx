import { Center, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { PennonMark } from '../../ui/icons.tsx';
import { useTitle } from '../../ui/page.tsx';

/** The layout of pages outside the shell. */
export function SignedOutPage({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" radius="md" w="100%" maw={400}>
        <PennonMark size={40} />
        <Title order={1} size="h3" mt="sm" mb="lg">
          {title}
        </Title>
        {children}
      </Paper>
    </Center>
  );
}
