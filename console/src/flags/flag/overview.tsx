import { Box, Button, Grid, Group, SegmentedControl, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useContext, useState } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { ReadOnly } from '../../identity/session/api.ts';
import { paths } from '../../paths.ts';
import { CodeIcon, HelpIcon } from '../../ui/icons.tsx';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { Applications } from './applications.tsx';
import { Dependencies } from './dependencies.tsx';
import { EnvironmentPanel } from './environment-panel.tsx';
import { Lifecycle } from './lifecycle.tsx';
import { Links } from './links.tsx';
import { Tags } from './tags.tsx';
import { texts } from './texts.ts';

const CodeReferences = lazy(() => import('./code-references.tsx'));
const SideBySide = lazy(() => import('./side-by-side.tsx'));
const UseInCode = lazy(() => import('./use-in-code.tsx'));
const Why = lazy(() => import('./why.tsx'));

const t = texts.overview;

type Props = {
  flag: Flag;
  /** Whether the environments are compared. */
  compared?: boolean;
};

/** The configuration of the flag. */
export function Overview({ flag, compared = false }: Props) {
  const readOnly = useContext(ReadOnly);
  return (
    <Stack>
      {!readOnly && <Tools flag={flag} compared={compared} />}
      {compared ? (
        <Suspense fallback={<PanelSkeleton lines={8} />}>
          <SideBySide flag={flag} />
        </Suspense>
      ) : (
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
              {!readOnly && <Lifecycle flag={flag} />}
              {!readOnly && <Applications flag={flag} />}
              <Suspense>{!readOnly && <CodeReferences flag={flag} />}</Suspense>
              <Tags flag={flag} />
              <Dependencies flag={flag} />
              <Links flag={flag} />
            </Stack>
          </Grid.Col>
        </Grid>
      )}
    </Stack>
  );
}

/** How the environments are arranged, and panels that are opened when they are needed. */
function Tools({ flag, compared = false }: Props) {
  const navigate = useNavigate({ from: paths.flag });
  const [opened, setOpened] = useState<'why' | 'code'>();
  const toggle = (panel: 'why' | 'code') => setOpened(opened === panel ? undefined : panel);
  return (
    <>
      <Group justify="space-between" gap="xs">
        {flag.environments.length > 1 ? (
          <SegmentedControl
            size="xs"
            aria-label={t.arrangement}
            value={compared ? 'compare' : 'list'}
            onChange={(view) =>
              void navigate({ search: view === 'list' ? {} : { view }, resetScroll: false })
            }
            data={[
              { value: 'list', label: t.list },
              { value: 'compare', label: t.sideBySide },
            ]}
          />
        ) : (
          <span />
        )}
        <Group gap="xs">
          {!flag.archived && (
            <Button
              size="xs"
              variant="default"
              leftSection={<HelpIcon size={14} />}
              aria-expanded={opened === 'why'}
              onClick={() => toggle('why')}
            >
              {t.why}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            leftSection={<CodeIcon size={14} />}
            aria-expanded={opened === 'code'}
            onClick={() => toggle('code')}
          >
            {t.useInCode}
          </Button>
        </Group>
      </Group>
      {opened && (
        <Suspense fallback={<PanelSkeleton />}>
          <Box>{opened === 'why' ? <Why flag={flag} /> : <UseInCode flag={flag} />}</Box>
        </Suspense>
      )}
    </>
  );
}
