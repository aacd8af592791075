import { Alert, Button, CopyButton, Group, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { monospaceInput } from './form.ts';
import { texts as forms } from './forms/texts.ts';
import { CheckIcon, CopyIcon } from './icons.tsx';
import { useLeave } from './leave.tsx';
import { texts } from './texts.ts';

const words = forms.secret;

type Props = {
  title: string;
  label?: string;
  secret: string;
  /** What to do with it. */
  children?: ReactNode;
  onClose: () => void;
};

/** A secret that the server does not show again. */
export function SecretOnce({ title, label = words.label, secret, ...props }: Props) {
  const { children, onClose } = props;
  const origin = otherOriginOf(secret);
  const [taken, setTaken] = useState(false);
  const leave = useLeave({ isDirty: () => !taken, onClose, words: words.leave });
  return (
    <Dialog
      onClose={leave.close}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={!leave.asking}
    >
      {leave.confirmation}
      <Stack>
        <Alert color="yellow">{words.once}</Alert>
        {origin && <Alert color="yellow">{words.otherAddress(origin)}</Alert>}
        <Group align="flex-end" gap="xs">
          <TextInput
            label={label}
            readOnly
            value={secret}
            onCopy={() => setTaken(true)}
            onFocus={({ currentTarget }) => currentTarget.select()}
            styles={monospaceInput}
            style={{ flex: '1 1 240px' }}
            data-autofocus
          />
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={copied ? <CheckIcon /> : <CopyIcon />}
                onClick={() => {
                  copy();
                  setTaken(true);
                }}
              >
                {copied ? texts.copy.copied : texts.common.copy}
              </Button>
            )}
          </CopyButton>
        </Group>
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose}>{words.done}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** The origin of a link that does not lead to the address of this page. */
function otherOriginOf(secret: string): string | undefined {
  if (!/^https?:\/\//.test(secret)) return undefined;
  const { origin } = new URL(secret);
  return origin === location.origin ? undefined : origin;
}
