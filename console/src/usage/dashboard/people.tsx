import { Avatar, Badge, Group, Stack, Text } from '@mantine/core';
import { Panel } from '../../ui/panel.tsx';
import type { ProjectDashboard } from './api.ts';

type Props = { owners: ProjectDashboard['owners']; roles: ProjectDashboard['roles'] };

/** The owners of the project, and the caller's roles in it. */
export function People({ owners, roles }: Props) {
  return (
    <Stack>
      <Panel title="Owners">
        <Stack gap="xs">
          {owners.map((owner) => {
            const name = owner.ownerType === 'system' ? 'No owner yet' : owner.name;
            return (
              <Group key={`${owner.ownerType} ${name}`} gap="xs" wrap="nowrap">
                <Avatar name={name} size="sm" color="indigo" aria-hidden="true" />
                <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                  <Text size="sm">{name}</Text>
                  <Text size="xs" c="dimmed">
                    {owner.ownerType === 'user' && owner.email}
                    {owner.ownerType === 'group' && 'a group'}
                    {owner.ownerType === 'system' && 'administrators look after it'}
                  </Text>
                </div>
              </Group>
            );
          })}
        </Stack>
      </Panel>
      <Panel title="My roles here">
        {roles.length === 0 ? (
          <Text size="sm" c="dimmed">
            None: you see it, and an owner can give you a role to work in it.
          </Text>
        ) : (
          <Group gap="xs">
            {roles.map(({ id, name, type }) => (
              <Badge
                key={id}
                variant="light"
                color={type === 'custom' ? 'grape' : 'indigo'}
                tt="none"
              >
                {name}
              </Badge>
            ))}
          </Group>
        )}
      </Panel>
    </Stack>
  );
}
