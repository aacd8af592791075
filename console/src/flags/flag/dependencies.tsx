import { ActionIcon, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Dependency, Flag } from '../../../../server/flags/flags/schema.ts';
import { paths, pathTo } from '../../paths.ts';
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toastError } from '../../ui/toasts.tsx';
import { useMayChange } from '../flags/rights.ts';
import { texts } from './texts.ts';
import { useChange } from './writes.ts';

const DependencyForm = lazy(() => import('./dependency-form.tsx'));

const t = texts.dependencies;

/** Parents and children of the flag. */
export function Dependencies({ flag }: { flag: Flag }) {
  const [adding, add] = useDisclosure(false);
  const mayChange = useMayChange(flag.project)('UPDATE_FEATURE_DEPENDENCY') && !flag.archived;
  const { dependencies, children } = flag;
  return (
    <Panel
      title={t.title}
      actions={
        mayChange &&
        dependencies.length === 0 &&
        children.length === 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<PlusIcon size={14} />}
            onClick={add.open}
          >
            {t.add}
          </Button>
        )
      }
    >
      <Stack gap={6}>
        {dependencies.length === 0 && children.length === 0 && (
          <Text size="sm" c="dimmed">
            {t.none}
          </Text>
        )}
        {dependencies.map((dependency) => (
          <Parent
            key={dependency.feature}
            flag={flag}
            dependency={dependency}
            mayChange={mayChange}
          />
        ))}
        {children.length > 0 && (
          <Text size="sm">
            {t.neededBy}{' '}
            {children.map((name, index) => (
              <span key={name}>
                {index > 0 && ', '}
                <FlagLink flag={flag} name={name} />
              </span>
            ))}
          </Text>
        )}
      </Stack>
      {adding && (
        <Suspense>
          <DependencyForm flag={flag} onClose={add.close} />
        </Suspense>
      )}
    </Panel>
  );
}

type ParentProps = { flag: Flag; dependency: Dependency; mayChange: boolean };

function Parent({ flag, dependency, mayChange }: ParentProps) {
  const { change } = useChange({ projectId: flag.project, featureName: flag.name });
  const { feature } = dependency;
  const removing = useMutation({
    mutationFn: () =>
      change(
        { action: 'deleteDependency', payload: feature },
        {
          done: t.removed(feature),
          undo: { action: 'addDependency', payload: dependency },
        },
      ),
    onError: toastError,
  });
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Text size="sm">
        {t.onlyWhere} <FlagLink flag={flag} name={feature} /> {conditionOf(dependency)}
      </Text>
      {mayChange && (
        <ActionIcon
          variant="subtle"
          color="gray"
          loading={removing.isPending}
          aria-label={t.remove(feature)}
          onClick={() => removing.mutate()}
        >
          <TrashIcon size={15} />
        </ActionIcon>
      )}
    </Group>
  );
}

function conditionOf({ enabled, variants }: Dependency): string {
  if (!enabled) return t.isOff;
  return variants.length === 0 ? t.isOn : t.shows(variants);
}

function FlagLink({ flag, name }: { flag: Flag; name: string }) {
  const to = pathTo(paths.flag, { projectId: flag.project, featureName: name });
  return (
    <Anchor component={Link} to={to} size="sm" style={{ overflowWrap: 'anywhere' }}>
      {name}
    </Anchor>
  );
}
