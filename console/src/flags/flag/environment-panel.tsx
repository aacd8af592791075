import { Alert, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useContext } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { ReadOnly } from '../../identity/session/api.ts';
import { EnvironmentName, useEnvironmentEdge } from '../../ui/environment.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { RowState } from '../../ui/row.tsx';
import { useMayChange } from '../flags/rights.ts';
import { EnvironmentMenu } from './environment-menu.tsx';
import { FlagSwitch } from './flag-switch.tsx';
import { Strategies } from './strategies.tsx';
import { undoAdding } from './strategy-changes.ts';
import { texts } from './texts.ts';
import { Variants } from './variants.tsx';
import { useChange } from './writes.ts';

const StrategyForm = lazy(() => import('../strategies/strategy-form.tsx'));

const t = texts.environment;

export type FlagEnvironment = { flag: Flag; environment: Flag['environments'][number] };

/** Strategies and variants of the flag in one environment. */
export function EnvironmentPanel({ flag, environment }: FlagEnvironment) {
  const mayChange = useMayChange(flag.project);
  const { name, type, strategies, enabled } = environment;
  const edge = useEnvironmentEdge(name, type);
  const mayAdd = mayChange('CREATE_FEATURE_STRATEGY', name) && !flag.archived;
  return (
    <Paper component="section" withBorder aria-label={name} {...edge}>
      <Head flag={flag} environment={environment} mayAdd={mayAdd} />
      <Stack px="md" pb="md" gap="sm">
        {enabled && strategies.length > 0 && !environment.hasEnabledStrategies && (
          <Alert color="yellow" p="xs">
            {t.allDisabled}
          </Alert>
        )}
        {strategies.length === 0 ? (
          <Text size="sm" c="dimmed">
            {mayAdd ? t.noStrategyNote : t.noStrategy}
          </Text>
        ) : (
          <Strategies flag={flag} environment={environment} />
        )}
        <Variants flag={flag} environment={environment} />
      </Stack>
    </Paper>
  );
}

function Head({ flag, environment, mayAdd }: FlagEnvironment & { mayAdd: boolean }) {
  const { name, type } = environment;
  const [adding, add] = useDisclosure(false);
  const readOnly = useContext(ReadOnly);
  const { change, protectedIn, labels } = useChange(
    { projectId: flag.project, featureName: flag.name },
    name,
  );
  return (
    <Group justify="space-between" px="md" py="sm" gap="xs">
      <Group gap="sm">
        {readOnly ? (
          <RowState on={environment.enabled && !flag.archived} />
        ) : (
          <FlagSwitch flag={flag} environment={name} />
        )}
        <Title order={2} size="h5">
          <EnvironmentName name={name} type={type} />
        </Title>
        {type !== name && <Note color="gray">{type}</Note>}
        {protectedIn !== undefined && !readOnly && <Note color="grape">{t.protected}</Note>}
      </Group>
      <Group gap={4} wrap="nowrap">
        {mayAdd && (
          <Button
            size="xs"
            variant="default"
            leftSection={<PlusIcon size={14} />}
            aria-label={t.addStrategyIn(name)}
            onClick={add.open}
          >
            {t.addStrategy}
          </Button>
        )}
        <EnvironmentMenu flag={flag} environment={environment} />
      </Group>
      {adding && (
        <Suspense>
          <StrategyForm
            project={flag.project}
            scope={name}
            flag={flag.name}
            others={{ before: environment.strategies, after: [] }}
            {...labels(t.addStrategy)}
            onSubmit={(payload, skip) =>
              change(
                { action: 'addStrategy', payload },
                { done: t.addedTo(name), undo: undoAdding, skip },
              )
            }
            onClose={add.close}
          />
        </Suspense>
      )}
    </Group>
  );
}

const Note = ({ color, children }: { color: string; children: string }) => (
  <Badge variant="light" color={color} tt="none">
    {children}
  </Badge>
);
