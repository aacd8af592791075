import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { CheckIcon, CopyIcon } from './icons.tsx';
import { texts } from './texts.ts';

type Props = { text: string; label: string; icon?: typeof CopyIcon };

/** Copies the text and reports success or failure in the tooltip. */
export function Copy({ text, label, icon: Icon = CopyIcon }: Props) {
  const { copied, error, copy } = useClipboard({ timeout: 2000 });
  const tooltip = copied ? texts.copy.copied : error ? texts.copy.refused : label;
  return (
    <Tooltip label={tooltip}>
      <ActionIcon
        variant="subtle"
        color={copied ? 'teal' : 'gray'}
        aria-label={label}
        onClick={() => copy(text)}
      >
        {copied ? <CheckIcon /> : <Icon />}
      </ActionIcon>
    </Tooltip>
  );
}
