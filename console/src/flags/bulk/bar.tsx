import { Anchor, Button, Group, Menu, Paper, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../identity/session/api.ts';
import { CrossIcon, UpIcon } from '../../ui/icons.tsx';
import { toast, toastError } from '../../ui/toasts.tsx';
import { allFlags, type FlagSearch } from '../flags/api.ts';
import { useMayPropose } from '../flags/rights.ts';
import { barId, type SelectedFlag } from '../flags/selected.ts';
import type { Wanted } from './actions.ts';
import styles from './bar.module.css';
import { texts } from './texts.ts';
import { useProtection } from './use-bulk.ts';

const BulkDialog = lazy(() => import('./dialog.tsx'));

/** A bulk action of more flags would take many minutes. */
const selectedMax = 5000;

type Props = {
  flags: readonly SelectedFlag[];
  onSelect: (flags: readonly SelectedFlag[]) => void;
  /** The list that the flags are selected in, and its length; all of it where it is loaded. */
  search: FlagSearch | readonly SelectedFlag[];
  total: number;
};

/** What can be done with the selected flags. */
export default function BulkBar({ flags, onSelect, search, total }: Props) {
  const [wanted, setWanted] = useState<Wanted>();
  return (
    <>
      <Paper
        component="section"
        id={barId}
        aria-label={texts.selection}
        aria-keyshortcuts="Shift+F10"
        withBorder
        shadow="md"
        radius="md"
        p="xs"
        className={styles.bar}
      >
        <Group gap="xs">
          <Text size="sm" fw={600} role="status">
            {texts.selected(flags.length)}
          </Text>
          {flags.length < total && <SelectAll search={search} total={total} onSelect={onSelect} />}
          <Actions flags={flags} onWant={setWanted} />
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            ml="auto"
            leftSection={<CrossIcon size={14} />}
            onClick={() => onSelect([])}
          >
            {texts.clear}
          </Button>
        </Group>
      </Paper>
      {wanted && (
        <Suspense>
          <BulkDialog
            initial={wanted}
            flags={flags}
            onSelect={onSelect}
            onClose={() => setWanted(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

type SelectAllProps = Pick<Props, 'search' | 'total' | 'onSelect'>;

function SelectAll({ search, total, onSelect }: SelectAllProps) {
  const selecting = useMutation({
    mutationFn: async () => {
      if (isLoaded(search)) return search.slice(0, selectedMax);
      const all: SelectedFlag[] = [];
      const { signal } = new AbortController();
      for await (const { features } of allFlags(search, { max: selectedMax, signal })) {
        all.push(...features);
      }
      return all;
    },
    onSuccess: (all) => {
      onSelect(all);
      if (total > all.length) toast(texts.selectedFirst(all.length));
    },
    onError: toastError,
  });
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      disabled={selecting.isPending}
      onClick={() => selecting.mutate()}
    >
      {selecting.isPending ? texts.selecting : texts.selectAll(total)}
    </Anchor>
  );
}

const isLoaded = (search: Props['search']): search is readonly SelectedFlag[] =>
  Array.isArray(search);

type ActionsProps = { flags: readonly SelectedFlag[]; onWant: (wanted: Wanted) => void };

/** Shown if the caller may do it to at least one of the flags; the others are listed afterwards. */
function Actions({ flags, onWant }: ActionsProps) {
  const { may } = useMay();
  const inSome = (permission: string) => flags.some(({ project }) => may(permission, project));
  const maySwitch = flags.some(({ project, environments }) =>
    environments.some(({ name }) => may('UPDATE_FEATURE_ENVIRONMENT', project, name)),
  );
  if (flags.every(({ archivedAt }) => archivedAt !== null)) {
    return <ArchivedActions inSome={inSome} onWant={onWant} />;
  }
  return (
    <>
      {maySwitch && (
        <Action
          label={texts.menu.switch}
          onClick={() => onWant({ kind: 'switch', environment: '', enabled: true })}
        />
      )}
      {inSome('UPDATE_FEATURE') && (
        <Action
          label={texts.menu.tags}
          onClick={() => onWant({ kind: 'tags', added: [], removed: [] })}
        />
      )}
      {inSome('DELETE_FEATURE') && (
        <Action label={texts.menu.archive} onClick={() => onWant({ kind: 'archive' })} />
      )}
      <MoreActions flags={flags} inSome={inSome} onWant={onWant} />
    </>
  );
}

function ArchivedActions({ inSome, onWant }: Omit<MoreProps, 'flags'>) {
  return (
    <>
      {inSome('UPDATE_FEATURE') && (
        <Action label={texts.menu.revive} onClick={() => onWant({ kind: 'revive' })} />
      )}
      {inSome('DELETE_FEATURE') && (
        <Action label={texts.menu.delete} onClick={() => onWant({ kind: 'delete', typed: '' })} />
      )}
    </>
  );
}

const Action = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button size="xs" variant="default" onClick={onClick}>
    {label}
  </Button>
);

type MoreProps = ActionsProps & { inSome: (permission: string) => boolean };

function MoreActions({ flags, inSome, onWant }: MoreProps) {
  const mayPropose = useMayPropose();
  const protection = [...(useProtection(flags) ?? [])];
  const mayProposeSome = protection.some(
    ([project, names]) => names.length > 0 && mayPropose(project),
  );
  const entries: { label: string; wanted: Wanted; shown: boolean }[] = [
    {
      label: texts.menu.propose,
      wanted: { kind: 'propose', environment: '', change: 'on' },
      shown: mayProposeSome,
    },
    {
      label: texts.menu.stale,
      wanted: { kind: 'stale', stale: true },
      shown: inSome('UPDATE_FEATURE'),
    },
    {
      label: texts.menu.notStale,
      wanted: { kind: 'stale', stale: false },
      shown: inSome('UPDATE_FEATURE'),
    },
    {
      label: texts.menu.move,
      wanted: { kind: 'move', project: '' },
      shown: inSome('MOVE_FEATURE_TOGGLE'),
    },
    {
      label: texts.menu.favorite,
      wanted: { kind: 'favorite', favorite: true },
      shown: true,
    },
    {
      label: texts.menu.notFavorite,
      wanted: { kind: 'favorite', favorite: false },
      shown: true,
    },
  ];
  return (
    <Menu position="top-start" shadow="md">
      <Menu.Target>
        <Button size="xs" variant="default" rightSection={<UpIcon size={14} />}>
          {texts.menu.more}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {entries
          .filter(({ shown }) => shown)
          .map(({ label, wanted }) => (
            <Menu.Item key={label} onClick={() => onWant(wanted)}>
              {label}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
