import { ActionIcon, Badge, Button, Group, Menu, Text } from '@mantine/core';
import { useClipboard, useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useContext, useState } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { ReadOnly, useMay } from '../../identity/session/api.ts';
import { paths } from '../../paths.ts';
import { writtenValue } from '../../search/query-box/written.ts';
import { AsOfButton } from '../../ui/as-of-button.tsx';
import { CheckIcon, CopyIcon, EditIcon, MoreIcon } from '../../ui/icons.tsx';
import { flagTypeName } from '../../ui/names.ts';
import { texts as ui } from '../../ui/texts.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { toast } from '../../ui/toasts.tsx';
import { flagsQuery } from '../flags/api.ts';
import { FavoriteButton, LifecycleBadge } from '../flags/cells.tsx';
import { useMayChange } from '../flags/rights.ts';
import { uncompleteFlag, updateFlag } from './api.ts';
import { texts } from './texts.ts';
import { refetchFlag, useWrite } from './writes.ts';

const EditFlag = lazy(() => import('./edit-flag.tsx'));
const CompleteFlag = lazy(() => import('./complete-flag.tsx'));
const Archive = lazy(() => import('./archive.tsx'));
const CopyFlag = lazy(() => import('./copy-flag.tsx'));
const MoveFlag = lazy(() => import('./move-flag.tsx'));

const t = texts.head;

export function HeadNote({ flag }: { flag: Flag }) {
  return (
    <>
      {flag.description && (
        <Text c="inherit" maw={800} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {flag.description}
        </Text>
      )}
      <Group gap={8} mt={6}>
        <Badge variant="light" color="gray" tt="none">
          {flagTypeName(flag.type)}
        </Badge>
        {flag.lifecycle && <LifecycleBadge lifecycle={flag.lifecycle} />}
        <StaleBadge flag={flag} />
        {flag.impressionData && (
          <Badge color="grape" variant="light" tt="none">
            {t.impressionData}
          </Badge>
        )}
        <span>
          {t.created} <TimeAgo at={flag.createdAt} /> {t.createdBy(flag.createdBy.name)}
        </span>
      </Group>
    </>
  );
}

/** Whether the flag is past the lifetime of its type is known to the search. */
function StaleBadge({ flag }: { flag: Flag }) {
  const earlier = useContext(ReadOnly);
  const found = useQuery({
    ...flagsQuery({ q: `name:${writtenValue(flag.name)}`, limit: '1' }),
    enabled: !flag.stale && !flag.archived && !earlier,
  }).data?.features[0];
  if (flag.stale) {
    return (
      <Badge color="orange" variant="light" tt="none" title={t.staleHint}>
        {t.stale}
      </Badge>
    );
  }
  if (!found?.potentiallyStale) return null;
  return (
    <Badge color="yellow" variant="light" tt="none" title={t.potentiallyStaleHint}>
      {t.potentiallyStale}
    </Badge>
  );
}

export function HeadActions({ flag }: { flag: Flag }) {
  const { may } = useMay();
  const navigate = useNavigate({ from: paths.flag });
  const [editing, edit] = useDisclosure(false);
  const mayUpdate = may('UPDATE_FEATURE', flag.project) && !flag.archived;
  return (
    <>
      <CopyName name={flag.name} />
      <FavoriteButton flag={flag} />
      <AsOfButton onChoose={(at) => void navigate({ search: { at } })} />
      {mayUpdate && (
        <Button variant="default" leftSection={<EditIcon size={16} />} onClick={edit.open}>
          {ui.common.edit}
        </Button>
      )}
      {!flag.archived && <More flag={flag} mayUpdate={mayUpdate} />}
      {editing && (
        <Suspense>
          <EditFlag flag={flag} onClose={edit.close} />
        </Suspense>
      )}
    </>
  );
}

/** As `Copy`, whose tooltip is too large for what the page loads first. */
function CopyName({ name }: { name: string }) {
  const clipboard = useClipboard({ timeout: 1500 });
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t.copyName}
      onClick={() => clipboard.copy(name)}
    >
      {clipboard.copied ? <CheckIcon /> : <CopyIcon />}
    </ActionIcon>
  );
}

const dialogs = { copy: CopyFlag, move: MoveFlag, complete: CompleteFlag, archive: Archive };

/** Actions that are rarely used. */
function More({ flag, mayUpdate }: { flag: Flag; mayUpdate: boolean }) {
  const { may } = useMay();
  const [open, setOpen] = useState<keyof typeof dialogs>();
  const Dialog = open && dialogs[open];
  const write = useWrite();
  const client = useQueryClient();
  const key = { projectId: flag.project, featureName: flag.name };
  const mayArchive = useMayChange(flag.project)('DELETE_FEATURE');
  const mayCopy = may('CREATE_FEATURE', flag.project);
  const mayMove = may('MOVE_FEATURE_TOGGLE', flag.project);
  if (!mayUpdate && !mayArchive && !mayCopy && !mayMove) return null;
  const mark = (stale: boolean) =>
    write.mutate(async () => {
      const { etag } = await updateFlag(key, { stale });
      toast(stale ? t.markedStale(flag.name) : t.markedNotStale(flag.name), () =>
        updateFlag(key, { stale: !stale }, etag).finally(() => refetchFlag(client)),
      );
    });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t.more}>
            <MoreIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayCopy && <Menu.Item onClick={() => setOpen('copy')}>{t.copyFlag}</Menu.Item>}
          {mayMove && <Menu.Item onClick={() => setOpen('move')}>{t.move}</Menu.Item>}
          {mayUpdate && (
            <Menu.Item onClick={() => mark(!flag.stale)}>
              {flag.stale ? t.markNotStale : t.markStale}
            </Menu.Item>
          )}
          {mayUpdate &&
            (flag.lifecycle?.stage === 'completed' ? (
              <Menu.Item onClick={() => write.mutate(() => uncompleteFlag(key))}>
                {t.uncomplete}
              </Menu.Item>
            ) : (
              <Menu.Item onClick={() => setOpen('complete')}>{t.complete}</Menu.Item>
            ))}
          {mayArchive && (
            <Menu.Item c="var(--mantine-color-error)" onClick={() => setOpen('archive')}>
              {t.archive}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {Dialog && (
        <Suspense>
          <Dialog flag={flag} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}
