import { Anchor, Center } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { useTitle } from '../ui/page.tsx';

export function NotFound() {
  useTitle('Not found');
  return (
    <Center component="main" mih="60vh" p="md">
      <EmptyState
        title="Page not found"
        action={
          <Anchor component={Link} to={paths.home}>
            Go to the start
          </Anchor>
        }
      >
        Check the URL. The page may have been deleted.
      </EmptyState>
    </Center>
  );
}
