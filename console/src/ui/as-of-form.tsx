import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fromLocal } from './local-time.ts';

type Props = { onChoose: (at: string) => void; onClose: () => void };

const hour = 3_600_000;
const shortcuts = [
  { label: 'An hour ago', age: hour },
  { label: 'Yesterday', age: 24 * hour },
  { label: 'A week ago', age: 7 * 24 * hour },
  { label: '30 days ago', age: 30 * 24 * hour },
];

/** Chooses a moment of the past. */
export default function AsOfForm({ onChoose, onClose }: Props) {
  const [text, setText] = useState('');
  const at = fromLocal(text);
  return (
    <Modal
      opened
      onClose={onClose}
      title="Show an earlier time"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
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
            label="Date and time"
            description="In your time zone"
            data-autofocus
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={at === ''}>
              Show
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
