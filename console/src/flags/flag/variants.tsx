import { Box, Button, Group, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Variant } from '../../../../server/flags/strategies/schema.ts';
import { WeightBar } from '../../ui/bars.tsx';
import { EditIcon } from '../../ui/icons.tsx';
import { useMayChange } from '../flags/rights.ts';
import { readVariants } from './api.ts';
import type { FlagEnvironment } from './environment-panel.tsx';
import { texts } from './texts.ts';
import { useOpened } from './use-opened.ts';
import { useChange } from './writes.ts';

const VariantsForm = lazy(() => import('../strategies/variants-form.tsx'));

const t = texts.environment;

/** The variants for strategies without variants of their own. */
export function Variants({ flag, environment }: FlagEnvironment) {
  const mayChange = useMayChange(flag.project);
  const { name, variants } = environment;
  const mayEdit = mayChange('UPDATE_FEATURE_ENVIRONMENT_VARIANTS', name) && !flag.archived;
  if (variants.length === 0 && !mayEdit) return null;
  return (
    <Group justify="space-between" align="flex-start" gap="xs">
      <Shown environment={environment} />
      {mayEdit && <EditVariants flag={flag} environment={environment} />}
    </Group>
  );
}

function Shown({ environment: { variants, strategies } }: Pick<FlagEnvironment, 'environment'>) {
  if (variants.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {strategies.some((strategy) => strategy.variants.length > 0)
          ? t.strategiesWithVariants
          : t.noVariants}
      </Text>
    );
  }
  return (
    <Box style={{ flex: '1 1 260px' }} maw={560}>
      <Text size="sm" fw={600} mb={4}>
        {t.variants}
      </Text>
      <WeightBar parts={variants} />
    </Box>
  );
}

function EditVariants({ flag, environment: { name, variants } }: FlagEnvironment) {
  const key = { projectId: flag.project, featureName: flag.name };
  const { change, labels } = useChange(key, name);
  const { opened, open, reload, close } = useOpened(() =>
    readVariants({ ...key, environment: name }),
  );
  const none = variants.length === 0;
  const changeTo = (next: Variant[]) =>
    ({ action: 'patchVariant', payload: { variants: next } }) as const;
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<EditIcon size={14} />}
        aria-label={none ? t.addVariantsIn(name) : t.editVariantsIn(name)}
        onClick={open}
      >
        {none ? t.addVariants : t.editVariants}
      </Button>
      {opened && (
        <Suspense>
          <VariantsForm
            project={flag.project}
            flag={flag.name}
            environment={name}
            variants={opened.body.variants}
            {...labels(t.saveVariants)}
            onReload={async () => (await reload()).variants}
            onSubmit={(next, skip) =>
              change(changeTo(next), {
                done: t.variantsSaved(name),
                undo: changeTo(opened.body.variants),
                skip,
                etag: opened.etag,
              })
            }
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
