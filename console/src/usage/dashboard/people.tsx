import { Avatar, Badge, Group, Stack, Text } from '@mantine/core';
import { useMay } from '../../identity/session/api.ts';
import { Panel } from '../../ui/panel.tsx';
import { roleName } from '../../ui/predefined/names.ts';
import { texts } from '../texts.ts';
import type { ProjectDashboard } from './api.ts';

const text = texts.dashboard.people;

type Props = { owners: ProjectDashboard['owners']; roles: ProjectDashboard['roles'] };

/** The owners of the project, and the caller's roles in it. */
export function People({ owners, roles }: Props) {
  const { admin } = useMay();
  return (
    <Stack>
      <Panel title={text.owners}>
        <Stack gap="xs">
          {owners.map((owner) => {
            const name = owner.ownerType === 'system' ? text.noOwner : owner.name;
            return (
              <Group key={`${owner.ownerType} ${name}`} gap="xs" wrap="nowrap">
                <Avatar name={name} size="sm" color="indigo" aria-hidden="true" />
                <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                  <Text size="sm">{name}</Text>
                  <Text size="xs" c="dimmed">
                    {owner.ownerType === 'user' && owner.email}
                    {owner.ownerType === 'group' && text.group}
                    {owner.ownerType === 'system' && text.administrators}
                  </Text>
                </div>
              </Group>
            );
          })}
        </Stack>
      </Panel>
      <Panel title={text.roles}>
        {roles.length === 0 ? (
          <Text size="sm" c="dimmed">
            {admin ? text.adminRoles : text.noRoles}
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
                {roleName(name)}
              </Badge>
            ))}
          </Group>
        )}
      </Panel>
    </Stack>
  );
}
