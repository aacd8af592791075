import { ActionIcon, Box, Group, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { Strategy } from '../../../../server/flags/strategies/schema.ts';
import { GripIcon } from '../../ui/icons.tsx';
import { useMayChange } from '../flags/rights.ts';
import { isWithoutEffect } from '../strategies/effect.ts';
import { StrategyView } from '../strategies/strategy-view.tsx';
import { texts as shared } from '../texts.ts';
import type { FlagEnvironment } from './environment-panel.tsx';
import { useReorder } from './reorder.ts';
import { StrategyActions } from './strategy-actions.tsx';
import { orderOf, othersOf, useStrategyOrder } from './strategy-changes.ts';
import { texts } from './texts.ts';

const t = texts;

/** The strategies of an environment; the flag is on for users that match one of them. */
export function Strategies({ flag, environment }: FlagEnvironment) {
  const mayChange = useMayChange(flag.project);
  const { name, strategies } = environment;
  const ids = strategies.map(({ id }) => id);
  const saveOrder = useStrategyOrder({ flag, environment });
  const { list, order, moving, handleProps } = useReorder(ids, (next) => saveOrder(orderOf(next)));
  const mayMove = ids.length > 1 && mayChange('UPDATE_FEATURE_STRATEGY', name) && !flag.archived;
  const byId = new Map(strategies.map((strategy) => [strategy.id, strategy]));
  return (
    <Stack ref={list} gap={4} style={moving?.by === 'pointer' ? { userSelect: 'none' } : undefined}>
      {order.map((id, index) => {
        const strategy = byId.get(id);
        return (
          strategy && (
            <Item
              key={id}
              {...{ flag, environment, strategy, index }}
              pickedUp={moving?.id === id}
              handle={mayMove && handleProps(id)}
            />
          )
        );
      })}
      {mayMove && (
        <VisuallyHidden role="status">
          {moving?.by === 'keyboard' && announcement(ids, moving)}
        </VisuallyHidden>
      )}
    </Stack>
  );
}

function announcement(
  ids: readonly string[],
  { id, order }: { id: string; order: readonly string[] },
) {
  const position = order.indexOf(id) + 1;
  const say = ids.indexOf(id) === position - 1 ? t.order.pickedUp : t.order.moved;
  return say(position, order.length);
}

type ItemProps = FlagEnvironment & {
  strategy: Strategy;
  index: number;
  pickedUp: boolean;
  handle: false | ReturnType<ReturnType<typeof useReorder>['handleProps']>;
};

function Item({ flag, environment, strategy, index, pickedUp, handle }: ItemProps) {
  return (
    <Box data-item={strategy.id}>
      {index > 0 && (
        <Text size="xs" c="dimmed" ta="center" mb={4}>
          {t.strategies.or}
        </Text>
      )}
      <Paper
        withBorder
        p="sm"
        style={{
          ...(strategy.disabled ? { borderStyle: 'dashed' } : {}),
          ...(pickedUp ? { outline: '2px solid var(--mantine-primary-color-filled)' } : {}),
        }}
      >
        <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
          {handle && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t.order.handle(index + 1, environment.name)}
              aria-pressed={pickedUp}
              title={t.order.hint}
              style={{ cursor: pickedUp ? 'grabbing' : 'grab', touchAction: 'none' }}
              {...handle}
            >
              <GripIcon size={16} />
            </ActionIcon>
          )}
          <Box miw={0} style={{ flexGrow: 1 }}>
            <StrategyView strategy={strategy} />
            {isWithoutEffect(strategy, othersOf(strategy, environment.strategies)) && (
              <Text size="xs" c="dimmed" mt={4}>
                {shared.strategies.sentence.withoutEffect}
              </Text>
            )}
          </Box>
          {!flag.archived && (
            <StrategyActions {...{ flag, environment, strategy }} position={index + 1} />
          )}
        </Group>
      </Paper>
    </Box>
  );
}
