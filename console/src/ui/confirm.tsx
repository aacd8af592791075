import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ErrorNote } from './error-note.tsx';
import { useReturnFocus } from './return-focus.ts';
import { texts } from './texts.ts';

type Props = {
  opened: boolean;
  title: string;
  /** Describes the consequences. */
  children: ReactNode;
  /** The label of the button. */
  action: string;
  /** The label of the other button, if it is not "Cancel". */
  stay?: string;
  /** For irreversible actions: the text that must be typed first. */
  typed?: string;
  /** Whether it cannot be done, as `children` explains. */
  disabled?: boolean;
  /** Whether the button is red. */
  destructive?: boolean;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
};

/** Confirms an action that is hard to undo; stays open on error. */
export function Confirm(props: Props) {
  const { opened, title, children, action, typed, destructive = true, onConfirm, onClose } = props;
  const [text, setText] = useState('');
  useReturnFocus();
  const mutation = useMutation({ mutationFn: onConfirm, onSuccess: close });
  function close() {
    mutation.reset();
    setText('');
    onClose();
  }
  return (
    <Modal opened={opened} onClose={close} title={title}>
      <Stack>
        <Text component="div">{children}</Text>
        {mutation.error && <ErrorNote error={mutation.error} />}
        {typed !== undefined && (
          <TextInput
            label={texts.confirm.typed(typed)}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            data-autofocus
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {props.stay ?? texts.common.cancel}
          </Button>
          <Button
            {...(destructive ? { color: 'red' } : {})}
            loading={mutation.isPending}
            disabled={props.disabled || (typed !== undefined && text !== typed)}
            onClick={() => mutation.mutate()}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
