import { ActionIcon, Menu } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { useMayRestore } from '../../history/restore/rights.ts';
import { texts as history } from '../../history/texts.tsx';
import { paths, pathTo } from '../../paths.ts';
import { MoreIcon } from '../../ui/icons.tsx';
import { texts } from '../texts.ts';
import type { Version } from './api.ts';

const t = texts.versions;

export type Action = 'restore' | 'undo';

type Props = {
  flag: Flag;
  version: Version;
  previous: Version | undefined;
  isNewest: boolean;
  headline: string;
  onCompare: (from: number, to?: number) => void;
  onAction: (action: Action) => void;
};

/** The menu of a version. */
export function VersionActions(props: Props) {
  const { flag, version, previous, isNewest, headline, onCompare, onAction } = props;
  const navigate = useNavigate({ from: paths.flag });
  const mayRestore = useMayRestore(flag);
  const { eventId, deleted, type } = version;
  const isEarlier = !isNewest && !deleted;
  const mayUndo = mayRestore && !deleted && previous !== undefined && !previous.deleted;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t.actions(headline)}>
          <MoreIcon size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isEarlier && (
          <>
            <Menu.Item onClick={() => void navigate({ search: { at: String(eventId) } })}>
              {t.view}
            </Menu.Item>
            <Menu.Item onClick={() => onCompare(eventId)}>{t.compareCurrent}</Menu.Item>
          </>
        )}
        {!deleted && previous && !previous.deleted && (
          <Menu.Item onClick={() => onCompare(previous.eventId, eventId)}>
            {t.compareBefore}
          </Menu.Item>
        )}
        {isEarlier && mayRestore && (
          <Menu.Item onClick={() => onAction('restore')}>{t.restore}</Menu.Item>
        )}
        {mayUndo && (
          <Menu.Item onClick={() => onAction('undo')}>{history.restore.undo.open}</Menu.Item>
        )}
        {type !== null && (
          <Menu.Item component={Link} to={pathTo(paths.event, { eventId })}>
            {t.event}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
