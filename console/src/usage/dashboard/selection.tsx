import { Button, Checkbox, Group, Text } from '@mantine/core';
import { texts } from '../texts.ts';
import type { Cost } from './api.ts';
import { isMarked } from './stale-columns.tsx';

const text = texts.dashboard.selection;

/** The most flags that one request accepts. */
const selectedMax = 1000;

type Props = {
  costs: Cost[];
  selected: ReadonlySet<string>;
  onSelect: (names: ReadonlySet<string>) => void;
  marking: boolean;
  /** False where the caller lacks the permission. */
  onMark: false | ((names: string[]) => void);
  onArchive: false | ((names: string[]) => void);
};

/** Selects stale flags and offers the actions for the selected ones. */
export function Selection({ costs, selected, onSelect, marking, onMark, onArchive }: Props) {
  const chosen = costs.filter(({ featureName }) => selected.has(featureName));
  const unmarked = chosen.filter((cost) => !isMarked(cost));
  const all = Math.min(costs.length, selectedMax);
  return (
    <Group gap="sm" mb="xs" mih={30}>
      <Checkbox
        size="sm"
        label={text.selectAll(all)}
        checked={chosen.length > 0 && chosen.length === all}
        indeterminate={chosen.length > 0 && chosen.length < all}
        onChange={({ currentTarget: { checked } }) =>
          onSelect(new Set(checked ? namesOf(costs.slice(0, selectedMax)) : []))
        }
      />
      {chosen.length > 0 && (
        <Text size="sm" c="dimmed" aria-live="polite">
          {text.selected(chosen.length)}
        </Text>
      )}
      {onMark && unmarked.length > 0 && (
        <Button
          size="xs"
          variant="default"
          loading={marking}
          onClick={() => onMark(namesOf(unmarked))}
        >
          {text.mark(unmarked.length)}
        </Button>
      )}
      {onArchive && chosen.length > 0 && (
        <Button size="xs" color="red" variant="light" onClick={() => onArchive(namesOf(chosen))}>
          {text.archive(chosen.length)}
        </Button>
      )}
    </Group>
  );
}

const namesOf = (costs: readonly Cost[]) => costs.map(({ featureName }) => featureName);
