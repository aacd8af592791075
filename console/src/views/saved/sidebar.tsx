import { NavLink, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { ProjectName } from '../../flags/flags/project-label.tsx';
import { formatNumber } from '../../language.ts';
import { FlagIcon, LogIcon } from '../../ui/icons.tsx';
import { usePlainLink } from '../../ui/plain-link.ts';
import { texts } from '../texts.ts';
import { type View, viewQuery, viewsQuery } from './api.ts';
import { viewHref } from './link.ts';

/** More would be as many requests with every page. */
const countedMax = 20;

/** The saved views, with the numbers of their matches. */
export default function SavedViews({ onLeave }: { onLeave: () => void }) {
  const views = useQuery(viewsQuery).data?.views ?? [];
  const opened = useLocation({ select: ({ search }) => (search as { view?: string }).view });
  if (views.length === 0) return null;
  return (
    <div>
      <Text size="xs" fw={600} c="dimmed" px="sm" pt="sm" pb={4}>
        {texts.saved.menu}
      </Text>
      {views.map((view, index) => (
        <Entry
          key={view.id}
          view={view}
          counted={index < countedMax}
          active={view.id === opened}
          onLeave={onLeave}
        />
      ))}
    </div>
  );
}

type Props = { view: View; counted: boolean; active: boolean; onLeave: () => void };

function Entry({ view, counted, active, onLeave }: Props) {
  const { onClick, href, onPointerEnter: _ } = usePlainLink(viewHref(view));
  const count = useQuery({ ...viewQuery(view.id), enabled: counted }).data?.count;
  const Icon = view.kind === 'flags' ? FlagIcon : LogIcon;
  return (
    <NavLink
      href={href}
      label={view.name}
      description={view.project === null ? undefined : <ProjectName id={view.project} />}
      leftSection={<Icon size={15} />}
      rightSection={
        count !== undefined && (
          <Text span size="xs" inherit>
            {formatNumber(count)}
          </Text>
        )
      }
      active={active}
      {...(active ? { 'aria-current': 'page' } : {})}
      styles={{ label: { overflowWrap: 'anywhere' } }}
      onClick={(event) => {
        onClick(event);
        onLeave();
      }}
    />
  );
}
