import { Combobox, Modal, ScrollArea, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { flagsQuery } from '../flags/api.ts';
import { paths, pathTo } from '../paths.ts';
import { useMay } from '../session/api.ts';
import { FlagIcon, SearchIcon } from '../ui/icons.tsx';
import { navigation } from './navigation.ts';

type Target = { key: string; label: string; note?: string; icon: typeof FlagIcon; href: string };

/** `Ctrl K`: every page and every flag, by a few letters of its name. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const combobox = useCombobox({ opened: true });
  const targets = useTargets(text);
  const { selectFirstOption } = combobox;
  const first = targets[0]?.key;
  useEffect(() => {
    if (first !== undefined) selectFirstOption();
  }, [first, selectFirstOption]);

  const go = (key: string) => {
    const target = targets.find((each) => each.key === key);
    if (!target) return;
    onClose();
    void navigate({ href: target.href });
  };

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      title="Go to a page or a flag"
      padding="xs"
      size="lg"
      yOffset="12vh"
      transitionProps={{ duration: 0 }}
    >
      <Combobox store={combobox} onOptionSubmit={go}>
        <Combobox.EventsTarget>
          <TextInput
            data-autofocus
            aria-label="Page or flag"
            placeholder="Page or flag"
            leftSection={<SearchIcon />}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </Combobox.EventsTarget>
        <ScrollArea.Autosize mah="50vh" mt="xs">
          <Combobox.Options aria-label="Pages and flags">
            {targets.map(({ key, label, note, icon: Icon }) => (
              <Combobox.Option key={key} value={key}>
                <Icon size={15} /> {label}{' '}
                {note && (
                  <Text span size="xs" inherit>
                    {note}
                  </Text>
                )}
              </Combobox.Option>
            ))}
            {targets.length === 0 && <Combobox.Empty>Nothing of that name</Combobox.Empty>}
          </Combobox.Options>
        </ScrollArea.Autosize>
      </Combobox>
    </Modal>
  );
}

function useTargets(text: string): Target[] {
  const { mayAnywhere } = useMay();
  const [query] = useDebouncedValue(text.trim(), 80);
  const found = useQuery({
    ...flagsQuery({ query, limit: '8' }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  const pages = navigation
    .filter(({ permission }) => !permission || mayAnywhere(permission))
    .filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()))
    .map(({ label, to, icon }): Target => ({ key: `page ${to}`, label, icon, href: to }));
  const flags = (text.trim() === '' ? [] : (found.data?.features ?? [])).map(
    ({ name, project }): Target => ({
      key: `flag ${name}`,
      label: name,
      note: project,
      icon: FlagIcon,
      href: pathTo(paths.flag, { projectId: project, featureName: name }),
    }),
  );
  return [...pages, ...flags];
}
