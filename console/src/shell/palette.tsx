import { Combobox, Modal, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { flagsQuery, projectNamesQuery, segmentNamesQuery } from '../flags/flags/api.ts';
import { useMay } from '../identity/session/api.ts';
import { paths, pathTo } from '../paths.ts';
import { FlagIcon, FolderIcon, LayersIcon, SearchIcon } from '../ui/icons.tsx';
import { navigation } from './navigation.ts';

type Target = { key: string; label: string; note?: string; icon: typeof FlagIcon; href: string };

/** `Ctrl K`: finds pages, flags, projects and segments by name. */
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
      title="Go to a page, flag, project or segment"
      padding="xs"
      size="lg"
      yOffset="12vh"
      transitionProps={{ duration: 0 }}
    >
      <Combobox store={combobox} onOptionSubmit={go}>
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            data-autofocus
            aria-label="Page, flag, project or segment"
            placeholder="Page, flag, project or segment"
            leftSection={<SearchIcon />}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </Combobox.EventsTarget>
        <Combobox.Options aria-label="Where to go" mah="50vh" mt="xs" style={{ overflowY: 'auto' }}>
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
      </Combobox>
    </Modal>
  );
}

/** Few enough of each kind that all kinds are visible. */
const eachMax = 6;

function useTargets(text: string): Target[] {
  const { mayAnywhere } = useMay();
  const [query] = useDebouncedValue(text.trim(), 80);
  const typed = text.trim().toLowerCase();
  const found = useQuery({
    ...flagsQuery({ query, limit: '8' }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  const projects = useQuery(projectNamesQuery).data?.projects ?? [];
  const segments = useQuery(segmentNamesQuery).data?.segments ?? [];
  const pages = navigation
    .filter(({ permission }) => !permission || mayAnywhere(permission))
    .filter(({ label }) => label.toLowerCase().includes(typed))
    .map(({ label, to, icon }): Target => ({ key: `page ${to}`, label, icon, href: to }));
  if (typed === '') return pages;
  const named = <T extends { name: string }>(items: readonly T[]) =>
    items.filter(({ name }) => name.toLowerCase().includes(typed)).slice(0, eachMax);
  return [
    ...pages,
    ...(found.data?.features ?? []).map(flagTarget),
    ...named(projects).map(projectTarget),
    ...named(segments).map(segmentTarget),
  ];
}

const flagTarget = ({ name, project }: { name: string; project: string }): Target => ({
  key: `flag ${name}`,
  label: name,
  note: project,
  icon: FlagIcon,
  href: pathTo(paths.flag, { projectId: project, featureName: name }),
});

const projectTarget = ({ id, name }: { id: string; name: string }): Target => ({
  key: `project ${id}`,
  label: name,
  note: 'project',
  icon: FolderIcon,
  href: pathTo(paths.project, { projectId: id }),
});

const segmentTarget = ({ name }: { name: string }): Target => ({
  key: `segment ${name}`,
  label: name,
  note: 'segment',
  icon: LayersIcon,
  href: `${paths.segments}?${new URLSearchParams({ query: name })}`,
});
