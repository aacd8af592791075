import { ActionIcon, Anchor, Badge, Box, Group, Text, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths, pathTo } from '../paths.ts';
import { StarIcon } from '../ui/icons.tsx';
import { timeAgo } from '../ui/time-ago.tsx';
import type { FoundFlag } from './api.ts';
import { type SwitchedFlag, useFavorite } from './writes.ts';

export function FavoriteCell({ flag }: { flag: SwitchedFlag }) {
  const favorite = useFavorite();
  const label = flag.favorite ? 'No longer a favourite' : 'Make a favourite';
  return (
    <ActionIcon
      variant="subtle"
      color={flag.favorite ? 'yellow' : 'gray'}
      aria-label={`${label}: ${flag.name}`}
      aria-pressed={flag.favorite}
      onClick={() => favorite.mutate({ flag, favorite: !flag.favorite })}
    >
      <StarIcon filled={flag.favorite} />
    </ActionIcon>
  );
}

/** The name, and whatever is remarkable about the flag. */
export function NameCell({ flag }: { flag: FoundFlag }) {
  const { name, project, description, stale, potentiallyStale, dependencyType, tags } = flag;
  return (
    <Box maw={520}>
      <Group gap={6}>
        <Anchor
          component={Link}
          to={pathTo(paths.flag, { projectId: project, featureName: name })}
          fw={600}
          style={{ overflowWrap: 'anywhere' }}
        >
          {name}
        </Anchor>
        {potentiallyStale ? (
          <Mark colour="yellow" text="Potentially stale" why="Older than its type should get" />
        ) : (
          stale && <Mark colour="orange" text="Stale" why="Somebody marked it as stale" />
        )}
        {dependencyType && (
          <Mark colour="grape" text={dependencyType} why={`It is a ${dependencyType} of another`} />
        )}
        {flag.archivedAt && <Mark colour="gray" text="Archived" why="It is in the archive" />}
      </Group>
      {description && (
        <Text size="xs" c="dimmed" lineClamp={1}>
          {description}
        </Text>
      )}
      {tags.length > 0 && (
        <Group gap={4} mt={2}>
          {tags.slice(0, 4).map(({ type, value }) => (
            <Badge key={`${type}:${value}`} size="xs" variant="default" tt="none">
              {type === 'simple' ? value : `${type}:${value}`}
            </Badge>
          ))}
          {tags.length > 4 && (
            <Text size="xs" c="dimmed">
              {tags.length - 4} more
            </Text>
          )}
        </Group>
      )}
    </Box>
  );
}

function Mark({ colour, text, why }: { colour: string; text: string; why: string }) {
  return (
    <Tooltip label={why}>
      <Badge size="xs" color={colour} variant="light" tt="none">
        {text}
      </Badge>
    </Tooltip>
  );
}

const hour = 3_600_000;
const freshness = [
  { withinMs: hour, colour: 'teal', said: 'in use' },
  { withinMs: 24 * hour, colour: 'cyan', said: 'used today' },
  { withinMs: 7 * 24 * hour, colour: 'yellow', said: 'used this week' },
  { withinMs: Number.POSITIVE_INFINITY, colour: 'orange', said: 'not used of late' },
] as const;

/** A dot that says at a glance whether any SDK still asks for the flag. */
export function LastSeen({ at }: { at: string | null | undefined }) {
  const now = Date.now();
  const age = at ? now - new Date(at).getTime() : undefined;
  const mark = freshness.find(({ withinMs }) => age !== undefined && age < withinMs);
  const text = at ? `Last seen ${timeAgo(at, now)}: ${mark?.said}` : 'Never seen by an SDK';
  return (
    <Tooltip label={text}>
      <Box
        role="img"
        aria-label={text}
        w={10}
        h={10}
        style={{
          borderRadius: '50%',
          display: 'inline-block',
          background: mark ? `var(--mantine-color-${mark.colour}-6)` : 'transparent',
          border: mark ? 'none' : '2px solid var(--mantine-color-gray-5)',
        }}
      />
    </Tooltip>
  );
}

export const stages: Record<FoundFlag['lifecycle']['stage'], { label: string; colour: string }> = {
  initial: { label: 'Defined', colour: 'gray' },
  'pre-live': { label: 'Developing', colour: 'blue' },
  live: { label: 'Live', colour: 'teal' },
  completed: { label: 'Cleaning up', colour: 'orange' },
  archived: { label: 'Archived', colour: 'gray' },
};

export function LifecycleBadge({ lifecycle }: { lifecycle: FoundFlag['lifecycle'] }) {
  const { label, colour } = stages[lifecycle.stage];
  return (
    <Tooltip label={`${lifecycle.stage} since ${timeAgo(lifecycle.enteredStageAt, Date.now())}`}>
      <Badge size="sm" variant="dot" color={colour} tt="none" miw="max-content">
        {label}
      </Badge>
    </Tooltip>
  );
}
