import {
  Avatar,
  Kbd,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { User } from '../../../server/identity/users/schema.ts';
import { useSignOut } from '../identity/session/sign-out.ts';
import { paths } from '../paths.ts';
import { CheckIcon } from '../ui/icons.tsx';
import { schemes } from './colour-schemes.ts';
import { texts } from './texts.ts';

type Props = { user: User; onShortcuts: () => void };

export function UserMenu({ user, onShortcuts }: Props) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const name = user.name || user.username || user.email || texts.userMenu.you;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton>
          <Avatar name={name} color="indigo" size={32} radius="xl" aria-hidden="true" />
          <VisuallyHidden>{texts.userMenu.account(name)}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" truncate>
            {name}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>{texts.userMenu.colours}</Menu.Label>
        {schemes.map(({ scheme, label, icon: Icon }) => (
          <Menu.Item
            key={scheme}
            leftSection={<Icon />}
            rightSection={colorScheme === scheme ? <CheckIcon size={14} /> : null}
            onClick={() => setColorScheme(scheme)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to={paths.profile}>
          {texts.userMenu.profile}
        </Menu.Item>
        <Menu.Item rightSection={<Kbd size="xs">?</Kbd>} onClick={onShortcuts}>
          {texts.userMenu.shortcuts}
        </Menu.Item>
        <Menu.Item onClick={() => signOut.mutate()}>{texts.userMenu.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
