import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from './dialog.tsx';
import { fromLocal } from './local-time.ts';
import { texts } from './texts.ts';

type Props = { onChoose: (at: string) => void; onClose: () => void };

const hour = 3_600_000;
const shortcuts = [
  { label: texts.asOf.hourAgo, age: hour },
  { label: texts.asOf.yesterday, age: 24 * hour },
  { label: texts.asOf.weekAgo, age: 7 * 24 * hour },
  { label: texts.asOf.monthAgo, age: 30 * 24 * hour },
];

/** Chooses a moment of the past. */
export default function AsOfForm({ onChoose, onClose }: Props) {
  const [text, setText] = useState('');
  const at = fromLocal(text);
  return (
    <Dialog onClose={onClose} title={texts.asOf.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (at !== '') onChoose(at);
        }}
      >
        <Stack>
          <Group gap="xs">
            {shortcuts.map(({ label, age }) => (
              <Button
                key={label}
                size="xs"
                variant="default"
                onClick={() => onChoose(new Date(Date.now() - age).toISOString())}
              >
                {label}
              </Button>
            ))}
          </Group>
          <TextInput
            type="datetime-local"
            step={1}
            label={texts.asOf.moment}
            description={texts.asOf.inTimeZone}
            data-autofocus
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" disabled={at === ''}>
              {texts.asOf.show}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
