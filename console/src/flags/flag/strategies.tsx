import { ActionIcon, Box, Group, Menu, Paper, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Strategy, StrategyUpdate } from '../../../../server/flags/strategies/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { EditIcon, MoreIcon } from '../../ui/icons.tsx';
import { toastError } from '../../ui/toasts.tsx';
import { StrategyView } from '../strategies/strategy-view.tsx';
import type { FlagEnvironment } from './environment-panel.tsx';
import { useChange } from './writes.ts';

const StrategyForm = lazy(() => import('../strategies/strategy-form.tsx'));

/** The strategies of an environment; the flag is on for users that match one of them. */
export function Strategies({ flag, environment }: FlagEnvironment) {
  const { strategies } = environment;
  return (
    <Stack gap={4}>
      {strategies.map((strategy, index) => (
        <Box key={strategy.id}>
          {index > 0 && (
            <Text size="xs" c="dimmed" ta="center" mb={4}>
              or
            </Text>
          )}
          <Paper
            withBorder
            p="sm"
            {...(strategy.disabled ? { style: { borderStyle: 'dashed' } } : {})}
          >
            <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
              <Box miw={0} style={{ flexGrow: 1 }}>
                <StrategyView strategy={strategy} />
              </Box>
              {!flag.archived && (
                <Actions flag={flag} environment={environment} strategy={strategy} index={index} />
              )}
            </Group>
          </Paper>
        </Box>
      ))}
    </Stack>
  );
}

const withoutKeys = ({ id: _, featureName: __, ...members }: Strategy) => members;

/** The changes of one strategy, made directly or proposed. */
function useStrategyChanges(
  { flag, environment }: FlagEnvironment,
  strategy: Strategy,
  index: number,
) {
  const { name, strategies } = environment;
  const { change, protectedIn } = useChange(
    { projectId: flag.project, featureName: flag.name },
    name,
  );
  const { id } = strategy;
  const update = (payload: StrategyUpdate, before: StrategyUpdate, done: string) =>
    change(
      { action: 'updateStrategy', payload: { ...payload, id } },
      { done, undo: { action: 'updateStrategy', payload: { ...before, id } } },
    );
  return {
    protectedIn,
    save: (next: StrategyUpdate) => update(next, withoutKeys(strategy), 'The strategy is saved'),
    enable: (on: boolean) =>
      update({ disabled: !on }, { disabled: on }, `The strategy is ${on ? 'enabled' : 'disabled'}`),
    move: (by: -1 | 1) =>
      change(
        { action: 'reorderStrategy', payload: orderAfterMove(strategies, index, by) },
        {
          done: 'The order is changed',
          undo: { action: 'reorderStrategy', payload: orderAfterMove(strategies, index, 0) },
        },
      ),
    remove: () =>
      change(
        { action: 'deleteStrategy', payload: { id } },
        {
          done: 'The strategy was deleted',
          undo: { action: 'addStrategy', payload: withoutKeys(strategy) },
        },
      ),
  };
}

type ActionsProps = FlagEnvironment & { strategy: Strategy; index: number };

function Actions({ flag, environment, strategy, index }: ActionsProps) {
  const { may } = useMay();
  const [editing, setEditing] = useState(false);
  const { name } = environment;
  const changes = useStrategyChanges({ flag, environment }, strategy, index);
  const mayUpdate = may('UPDATE_FEATURE_STRATEGY', flag.project, name);
  const mayDelete = may('DELETE_FEATURE_STRATEGY', flag.project, name);
  if (!mayUpdate && !mayDelete) return null;
  const label = `strategy ${index + 1} in ${name}`;
  return (
    <Group gap={4} wrap="nowrap">
      {mayUpdate && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Edit ${label}`}
          onClick={() => setEditing(true)}
        >
          <EditIcon size={16} />
        </ActionIcon>
      )}
      <MoreMenu
        label={`More for ${label}`}
        disabled={strategy.disabled}
        first={index === 0}
        last={index === environment.strategies.length - 1}
        changes={changes}
        mayUpdate={mayUpdate}
        mayDelete={mayDelete}
      />
      {editing && (
        <Suspense>
          <StrategyForm
            project={flag.project}
            scope={name}
            strategy={strategy}
            action={changes.protectedIn === undefined ? 'Save strategy' : 'Add to draft'}
            onSubmit={changes.save}
            onClose={() => setEditing(false)}
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
  mayUpdate: boolean;
  mayDelete: boolean;
};

function MoreMenu({ label, disabled, first, last, changes, mayUpdate, mayDelete }: MenuProps) {
  const running = useMutation({
    mutationFn: (write: () => Promise<void>) => write(),
    onError: toastError,
  });
  const { enable, move, remove } = changes;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" loading={running.isPending} aria-label={label}>
          <MoreIcon size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayUpdate && (
          <>
            <Menu.Item onClick={() => running.mutate(() => enable(disabled))}>
              {disabled ? 'Enable' : 'Disable'}
            </Menu.Item>
            <Menu.Item disabled={first} onClick={() => running.mutate(() => move(-1))}>
              Move up
            </Menu.Item>
            <Menu.Item disabled={last} onClick={() => running.mutate(() => move(1))}>
              Move down
            </Menu.Item>
          </>
        )}
        {mayDelete && (
          <Menu.Item c="var(--mantine-color-error)" onClick={() => running.mutate(remove)}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The sort order of all strategies after moving one. */
function orderAfterMove(strategies: readonly Strategy[], index: number, by: -1 | 0 | 1) {
  const order = strategies.map(({ id }) => id);
  order.splice(index + by, 0, ...order.splice(index, 1));
  return order.map((id, sortOrder) => ({ id, sortOrder }));
}
