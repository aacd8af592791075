import { Box, Group } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';

type Props = {
  search: ReactNode;
  filters?: ReactNode;
  /** What is done with the whole list, and how it is shown. */
  children: ReactNode;
};

/** Above a list: the search, then the filters, and at the end of their line what is about the list. */
export const Toolbar = ({ search, filters, children }: Props) => (
  <Box mb="sm">
    {search}
    <Group mt="xs" gap="sm">
      {filters}
      <Group gap="xs" ml="auto">
        <Suspense>{children}</Suspense>
      </Group>
    </Group>
  </Box>
);
