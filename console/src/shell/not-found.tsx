import { Anchor, Center } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { SearchIcon } from '../ui/icons.tsx';
import { useTitle } from '../ui/page.tsx';
import { texts } from './texts.ts';

export function NotFound() {
  useTitle(texts.notFound.windowTitle);
  return (
    <Center mih="60vh" p="md">
      <EmptyState
        icon={SearchIcon}
        order={1}
        title={texts.notFound.title}
        action={
          <Anchor component={Link} to={paths.home}>
            {texts.notFound.home}
          </Anchor>
        }
      >
        {texts.notFound.note}
      </EmptyState>
    </Center>
  );
}
