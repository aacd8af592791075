import { Alert, Button, CopyButton, Group, Modal, Stack, TextInput } from '@mantine/core';
import { CheckIcon, CopyIcon } from './icons.tsx';

type Props = { title: string; label?: string; secret: string; onClose: () => void };

/** A secret that the server does not show again. */
export function SecretOnce({ title, label = 'Secret', secret, onClose }: Props) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Alert color="yellow">Copy it now: it is shown only once.</Alert>
        <Group align="flex-end" gap="xs">
          <TextInput
            label={label}
            readOnly
            value={secret}
            onFocus={({ currentTarget }) => currentTarget.select()}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            style={{ flex: '1 1 240px' }}
            data-autofocus
          />
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={copied ? <CheckIcon /> : <CopyIcon />}
                onClick={copy}
              >
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Group justify="flex-end">
          <Button onClick={onClose}>I have it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
