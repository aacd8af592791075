import { Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { SearchIcon } from '../ui/icons.tsx';
import { useActions } from './palette-actions.tsx';
import { type Target, useTargets } from './palette-targets.ts';
import { texts } from './texts.ts';

/** `Ctrl K`: goes to pages, flags, projects and segments, and runs actions, by name. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [dialog, setDialog] = useState<ReactNode>();
  const actions = useActions({ text, onClose, onOpen: setDialog });
  const targets = useTargets(text, actions);
  const run = (key: string) => {
    const target = targets.find((each) => each.key === key);
    if (!target) return;
    if (!target.opensDialog) onClose();
    target.run();
  };
  if (dialog) return <Suspense>{dialog}</Suspense>;
  return (
    <Dialog
      onClose={onClose}
      withCloseButton={false}
      title={texts.palette.title}
      padding="xs"
      size="lg"
      yOffset="12vh"
      transitionProps={{ duration: 0 }}
    >
      <Search text={text} onText={setText} targets={targets} onRun={run} onClose={onClose} />
    </Dialog>
  );
}

type SearchProps = {
  text: string;
  onText: (text: string) => void;
  targets: readonly Target[];
  onRun: (key: string) => void;
  onClose: () => void;
};

function Search({ text, onText, targets, onRun, onClose }: SearchProps) {
  const combobox = useCombobox({ opened: true });
  const { selectFirstOption } = combobox;
  const first = targets[0]?.key;
  useEffect(() => {
    if (first !== undefined) selectFirstOption();
  }, [first, selectFirstOption]);
  const kinds = [...new Set(targets.map(({ kind }) => kind))];
  return (
    <Combobox store={combobox} onOptionSubmit={onRun}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          data-autofocus
          aria-label={texts.palette.label}
          placeholder={texts.palette.label}
          leftSection={<SearchIcon />}
          value={text}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
          // The list is always open, so the dialog does not get the key.
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
        />
      </Combobox.EventsTarget>
      <Combobox.Options
        aria-label={texts.palette.found}
        mah="50vh"
        mt="xs"
        style={{ overflowY: 'auto' }}
      >
        {kinds.map((kind) => (
          <Combobox.Group key={kind} label={texts.palette.groups[kind]}>
            {targets
              .filter((target) => target.kind === kind)
              .map((target) => (
                <Row key={target.key} target={target} />
              ))}
          </Combobox.Group>
        ))}
        {targets.length === 0 && <Combobox.Empty>{texts.palette.empty}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox>
  );
}

function Row({ target: { key, label, note, icon: Icon } }: { target: Target }) {
  return (
    <Combobox.Option value={key}>
      <Group gap="sm" wrap="nowrap" py={2}>
        <Icon size={16} />
        <Text span size="sm" truncate flex={1}>
          {label}
        </Text>
        {note && (
          <Text span size="xs" inherit style={{ whiteSpace: 'nowrap' }}>
            {note}
          </Text>
        )}
      </Group>
    </Combobox.Option>
  );
}
