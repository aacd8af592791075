import { Avatar, Box, Group, Text } from '@mantine/core';
import { texts } from './texts.ts';

type Named = {
  name?: string | null | undefined;
  username?: string | null | undefined;
  email?: string | null | undefined;
};

export const nameOf = ({ name, username, email }: Named): string =>
  name || username || email || texts.person.nameless;

/** With the e-mail or the username, because names are not unique. */
export function labelOf(person: Named): string {
  const name = nameOf(person);
  const second = secondOf(person, name);
  return second ? `${name} (${second})` : name;
}

const secondOf = ({ email, username }: Named, name: string) =>
  [email, username].find((text) => text && text !== name);

/** A user with initials, because no images are loaded from other sites. */
export function Person({ person, note }: { person: Named; note?: string | undefined }) {
  const name = nameOf(person);
  const second = note ?? secondOf(person, name);
  return (
    <Group gap="xs" wrap="nowrap">
      <Avatar name={name} color="indigo" size={30} radius="xl" aria-hidden="true" />
      <Box miw={0}>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        {second && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {second}
          </Text>
        )}
      </Box>
    </Group>
  );
}
