import { Grid, Stack } from '@mantine/core';
import { useContext } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { ReadOnly } from '../../identity/session/api.ts';
import { CodeReferences } from './code-references.tsx';
import { Dependencies } from './dependencies.tsx';
import { Details } from './details.tsx';
import { EnvironmentPanel } from './environment-panel.tsx';
import { Links } from './links.tsx';
import { Tags } from './tags.tsx';

/** The configuration of the flag. */
export function Overview({ flag }: { flag: Flag }) {
  const readOnly = useContext(ReadOnly);
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Stack>
          {flag.environments.map((environment) => (
            <EnvironmentPanel key={environment.name} flag={flag} environment={environment} />
          ))}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Stack>
          {!readOnly && <Details flag={flag} />}
          {!readOnly && <CodeReferences flag={flag} />}
          <Tags flag={flag} />
          <Dependencies flag={flag} />
          <Links flag={flag} />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}
