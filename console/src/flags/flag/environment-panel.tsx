import { Alert, Badge, Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useContext } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import type { Variant } from '../../../../server/flags/strategies/schema.ts';
import { ReadOnly, useMay } from '../../identity/session/api.ts';
import { WeightBar } from '../../ui/bars.tsx';
import { EnvironmentName, useEnvironmentEdge } from '../../ui/environment.tsx';
import { EditIcon, PlusIcon } from '../../ui/icons.tsx';
import { RowState } from '../../ui/row.tsx';
import { FlagSwitch } from '../flags/switch-cell.tsx';
import { Strategies } from './strategies.tsx';
import { useChange } from './writes.ts';

const StrategyForm = lazy(() => import('../strategies/strategy-form.tsx'));
const VariantsForm = lazy(() => import('../strategies/variants-form.tsx'));

export type FlagEnvironment = { flag: Flag; environment: Flag['environments'][number] };

/** Strategies and variants of the flag in one environment. */
export function EnvironmentPanel({ flag, environment }: FlagEnvironment) {
  const { may } = useMay();
  const { name, type, strategies, enabled } = environment;
  const edge = useEnvironmentEdge(name, type);
  const mayAdd = may('CREATE_FEATURE_STRATEGY', flag.project, name) && !flag.archived;
  return (
    <Paper component="section" withBorder aria-label={name} {...edge}>
      <Head flag={flag} environment={environment} mayAdd={mayAdd} />
      <Stack px="md" pb="md" gap="sm">
        {enabled && strategies.length > 0 && !environment.hasEnabledStrategies && (
          <Alert color="yellow" p="xs">
            Every strategy is disabled, so no user gets it.
          </Alert>
        )}
        {strategies.length === 0 ? (
          <Text size="sm" c="dimmed">
            {mayAdd
              ? 'No strategy yet: add one to say who gets it. Switched on without one, it gets the default strategy of the project.'
              : 'No strategy yet.'}
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
  const { change, protectedIn } = useChange(
    { projectId: flag.project, featureName: flag.name },
    name,
  );
  return (
    <Group justify="space-between" px="md" py="sm" gap="xs">
      <Group gap="sm">
        {readOnly ? (
          <RowState on={environment.enabled} />
        ) : (
          <FlagSwitch flag={flag} environment={name} />
        )}
        <Title order={2} size="h5">
          <EnvironmentName name={name} type={type} />
        </Title>
        {type !== name && (
          <Badge variant="light" color="gray" tt="none">
            {type}
          </Badge>
        )}
        {protectedIn !== undefined && !readOnly && (
          <Badge variant="light" color="grape" tt="none">
            Needs change requests
          </Badge>
        )}
      </Group>
      {mayAdd && (
        <Button
          size="xs"
          variant="default"
          leftSection={<PlusIcon size={14} />}
          aria-label={`Add strategy in ${name}`}
          onClick={add.open}
        >
          Add strategy
        </Button>
      )}
      {adding && (
        <Suspense>
          <StrategyForm
            project={flag.project}
            scope={name}
            action={protectedIn === undefined ? 'Add strategy' : 'Add to draft'}
            onSubmit={(payload) =>
              change({ action: 'addStrategy', payload }, { done: `Added to ${name}` })
            }
            onClose={add.close}
          />
        </Suspense>
      )}
    </Group>
  );
}

function Variants({ flag, environment }: FlagEnvironment) {
  const { may } = useMay();
  const [editing, edit] = useDisclosure(false);
  const { name, variants, strategies } = environment;
  const { change, protectedIn } = useChange(
    { projectId: flag.project, featureName: flag.name },
    name,
  );
  const save = (next: Variant[]) =>
    change(
      { action: 'patchVariant', payload: { variants: next } },
      {
        done: `The variants in ${name} are saved`,
        undo: { action: 'patchVariant', payload: { variants } },
      },
    );
  const mayEdit = may('UPDATE_FEATURE_ENVIRONMENT_VARIANTS', flag.project, name) && !flag.archived;
  if (variants.length === 0 && !mayEdit) return null;
  return (
    <Group justify="space-between" align="flex-start" gap="xs">
      {variants.length === 0 ? (
        <Text size="sm" c="dimmed">
          {strategies.some((strategy) => strategy.variants.length > 0)
            ? 'Strategies without variants of their own give none.'
            : 'No variants yet.'}
        </Text>
      ) : (
        <Box style={{ flex: '1 1 260px' }} maw={560}>
          <Text size="sm" fw={600} mb={4}>
            Variants
          </Text>
          <WeightBar parts={variants} />
        </Box>
      )}
      {mayEdit && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<EditIcon size={14} />}
          aria-label={`${variants.length === 0 ? 'Add variants' : 'Edit variants'} in ${name}`}
          onClick={edit.open}
        >
          {variants.length === 0 ? 'Add variants' : 'Edit variants'}
        </Button>
      )}
      {editing && (
        <Suspense>
          <VariantsForm
            scope={name}
            variants={variants}
            action={protectedIn === undefined ? 'Save variants' : 'Add to draft'}
            onSubmit={save}
            onClose={edit.close}
          />
        </Suspense>
      )}
    </Group>
  );
}
