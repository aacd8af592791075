import { Anchor, Badge, Box, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { paths, pathTo } from '../../paths.ts';
import { EnvironmentName } from '../../ui/environment.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { overviewQuery } from '../../usage/applications/api.ts';
import { applicationsQuery } from './api.ts';
import { texts } from './texts.ts';

const t = texts.applications;

/** Each application is a request. */
const shownMax = 5;

/** The applications that evaluated the flag, with their SDKs. */
export function Applications({ flag }: { flag: Flag }) {
  const found = useQuery(applicationsQuery(flag.name)).data?.seenApplications;
  const [all, setAll] = useState(false);
  if (!found) return null;
  return (
    <Panel title={t.title}>
      {found.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.none}
        </Text>
      )}
      <Stack gap="xs">
        {(all ? found : found.slice(0, shownMax)).map((name) => (
          <Application key={name} name={name} />
        ))}
      </Stack>
      {!all && found.length > shownMax && (
        <Button size="compact-sm" variant="subtle" mt="xs" onClick={() => setAll(true)}>
          {t.all(found.length)}
        </Button>
      )}
    </Panel>
  );
}

function Application({ name }: { name: string }) {
  const environments = useQuery(overviewQuery(name)).data?.environments ?? [];
  const sdks = [...new Set(environments.flatMap((each) => each.sdks))];
  return (
    <Box>
      <Anchor
        size="sm"
        style={{ overflowWrap: 'anywhere' }}
        renderRoot={(props) => (
          <Link {...props} to={pathTo(paths.application, { appName: name })} />
        )}
      >
        {name}
      </Anchor>
      {sdks.length > 0 && (
        <Group gap={4} my={2}>
          {sdks.map((sdk) => (
            <Badge key={sdk} size="sm" variant="default" tt="none" fw={500} maw="100%">
              {sdk}
            </Badge>
          ))}
        </Group>
      )}
      {environments.map(({ name: environment, instanceCount, lastSeen }) => (
        <Text key={environment} size="xs" c="dimmed">
          <EnvironmentName name={environment} />: {t.instances(instanceCount)}, {t.lastSeen}{' '}
          <TimeAgo at={lastSeen} />
        </Text>
      ))}
    </Box>
  );
}
