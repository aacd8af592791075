import { Box, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { DownIcon, RightIcon } from './icons.tsx';

export function Disclose({ label, children }: { label: string; children: ReactNode }) {
  const [opened, { toggle }] = useDisclosure(false);
  return (
    <Box>
      <UnstyledButton onClick={toggle} aria-expanded={opened} fz="xs" c="dimmed">
        {opened ? <DownIcon size={12} /> : <RightIcon size={12} />} {label}
      </UnstyledButton>
      {opened && children}
    </Box>
  );
}
