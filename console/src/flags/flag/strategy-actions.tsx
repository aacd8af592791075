import { ActionIcon, Group, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Strategy } from '../../../../server/flags/strategies/schema.ts';
import { EditIcon, MoreIcon } from '../../ui/icons.tsx';
import { toastError } from '../../ui/toasts.tsx';
import { useMayChange } from '../flags/rights.ts';
import { readStrategy } from './api.ts';
import type { FlagEnvironment } from './environment-panel.tsx';
import { othersOf, useStrategyChanges } from './strategy-changes.ts';
import { texts } from './texts.ts';
import { useOpened } from './use-opened.ts';

const StrategyForm = lazy(() => import('../strategies/strategy-form.tsx'));

const t = texts.strategies;

type Props = FlagEnvironment & {
  strategy: Strategy;
  /** From 1. */
  position: number;
};

/** What can be done with a strategy. */
export function StrategyActions({ flag, environment, strategy, position }: Props) {
  const mayChange = useMayChange(flag.project);
  const { name } = environment;
  const { opened, open, reload, close } = useOpened(() =>
    readStrategy({
      projectId: flag.project,
      featureName: flag.name,
      environment: name,
      strategyId: strategy.id,
    }),
  );
  const changes = useStrategyChanges({ flag, environment }, strategy);
  const rights = {
    mayAdd: mayChange('CREATE_FEATURE_STRATEGY', name),
    mayUpdate: mayChange('UPDATE_FEATURE_STRATEGY', name),
    mayDelete: mayChange('DELETE_FEATURE_STRATEGY', name),
  };
  if (!Object.values(rights).includes(true)) return null;
  return (
    <Group gap={4} wrap="nowrap">
      {rights.mayUpdate && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t.edit(position, name)}
          onClick={open}
        >
          <EditIcon size={16} />
        </ActionIcon>
      )}
      <MoreMenu
        label={t.more(position, name)}
        disabled={strategy.disabled}
        first={position === 1}
        last={position === environment.strategies.length}
        {...{ changes, rights }}
      />
      {opened && (
        <Suspense>
          <StrategyForm
            project={flag.project}
            scope={name}
            strategy={opened.body}
            others={othersOf(strategy, environment.strategies)}
            {...changes.labels(t.save)}
            onReload={reload}
            onSubmit={(next, skip) => changes.save(next, opened, skip)}
            onClose={close}
          />
        </Suspense>
      )}
    </Group>
  );
}

type MenuProps = {
  label: string;
  disabled: boolean;
  first: boolean;
  last: boolean;
  changes: ReturnType<typeof useStrategyChanges>;
  rights: Record<'mayAdd' | 'mayUpdate' | 'mayDelete', boolean>;
};

function MoreMenu({ label, disabled, first, last, changes, rights }: MenuProps) {
  const running = useMutation({
    mutationFn: (write: () => Promise<void>) => write(),
    onError: toastError,
  });
  const { enable, move, duplicate, remove } = changes;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" loading={running.isPending} aria-label={label}>
          <MoreIcon size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {changes.needApproval && <Menu.Label>{t.needApproval}</Menu.Label>}
        {rights.mayUpdate && (
          <>
            <Menu.Item onClick={() => running.mutate(() => enable(disabled))}>
              {disabled ? t.enable : t.disable}
            </Menu.Item>
            <Menu.Item disabled={first} onClick={() => running.mutate(() => move(-1))}>
              {t.moveUp}
            </Menu.Item>
            <Menu.Item disabled={last} onClick={() => running.mutate(() => move(1))}>
              {t.moveDown}
            </Menu.Item>
          </>
        )}
        {rights.mayAdd && (
          <Menu.Item onClick={() => running.mutate(duplicate)}>{t.duplicate}</Menu.Item>
        )}
        {rights.mayDelete && (
          <Menu.Item c="var(--mantine-color-error)" onClick={() => running.mutate(remove)}>
            {t.delete}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
