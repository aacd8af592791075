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
import { CheckIcon, MoonIcon, ScreenIcon, SunIcon } from '../ui/icons.tsx';
import { texts } from '../ui/texts.ts';

const schemes = [
  { scheme: 'auto', label: 'As the system', icon: ScreenIcon },
  { scheme: 'light', label: 'Light', icon: SunIcon },
  { scheme: 'dark', label: 'Dark', icon: MoonIcon },
] as const;

type Props = { user: User; onShortcuts: () => void };

export function UserMenu({ user, onShortcuts }: Props) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const name = user.name || user.username || user.email || 'You';
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton>
          <Avatar name={name} color="indigo" size={32} radius="xl" aria-hidden="true" />
          <VisuallyHidden>Account of {name}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" truncate>
            {name}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>Colours</Menu.Label>
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
          Profile and tokens
        </Menu.Item>
        <Menu.Item rightSection={<Kbd size="xs">?</Kbd>} onClick={onShortcuts}>
          {texts.shortcuts.title}
        </Menu.Item>
        <Menu.Item onClick={() => signOut.mutate()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
