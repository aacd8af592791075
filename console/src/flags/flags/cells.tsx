import { paths, pathTo } from '../../paths.ts';
import { StarIcon } from '../../ui/icons.tsx';
import {
  type BadgeColour,
  Dot,
  type DotColour,
  RowBadge,
  RowLine,
  RowLink,
  RowNamed,
  RowNote,
  StarButton,
} from '../../ui/row.tsx';
import { timeAgo } from '../../ui/time-ago.tsx';
import type { FoundFlag } from './api.ts';
import { type SwitchedFlag, useFavorite } from './writes.ts';

type StarProps = { flag: SwitchedFlag; onFavorite: ReturnType<typeof useFavorite>['mutate'] };

export function FavoriteStar({ flag, onFavorite }: StarProps) {
  const label = flag.favorite ? 'No longer a favourite' : 'Make a favourite';
  return (
    <StarButton
      label={`${label}: ${flag.name}`}
      pressed={flag.favorite}
      onClick={() => onFavorite({ flag, favorite: !flag.favorite })}
    >
      <StarIcon filled={flag.favorite} />
    </StarButton>
  );
}

/** The star outside a list. */
export function FavoriteButton({ flag }: { flag: SwitchedFlag }) {
  return <FavoriteStar flag={flag} onFavorite={useFavorite().mutate} />;
}

const tagsMax = 4;

export function NameCell({ flag }: { flag: FoundFlag }) {
  const { name, project, description, tags } = flag;
  const badges = badgesOf(flag);
  const link = (
    <RowLink strong to={pathTo(paths.flag, { projectId: project, featureName: name })}>
      {name}
    </RowLink>
  );
  return (
    <RowNamed>
      {badges.length === 0 ? (
        link
      ) : (
        <RowLine>
          {link}
          {badges.map(({ colour, hint, text }) => (
            <RowBadge key={text} colour={colour} hint={hint}>
              {text}
            </RowBadge>
          ))}
        </RowLine>
      )}
      {description && <RowNote>{description}</RowNote>}
      {tags.length > 0 && (
        <RowLine>
          {tags.slice(0, tagsMax).map(({ type, value }) => (
            <RowBadge key={`${type}:${value}`}>
              {type === 'simple' ? value : `${type}:${value}`}
            </RowBadge>
          ))}
          {tags.length > tagsMax && <RowNote>{tags.length - tagsMax} more</RowNote>}
        </RowLine>
      )}
    </RowNamed>
  );
}

type FlagBadge = { colour: BadgeColour; text: string; hint: string };

function badgesOf({ stale, potentiallyStale, dependencyType, archivedAt }: FoundFlag): FlagBadge[] {
  const badges: FlagBadge[] = [];
  if (potentiallyStale) {
    const hint = 'Past the lifetime of its type';
    badges.push({ colour: 'yellow', text: 'Potentially stale', hint });
  } else if (stale) {
    badges.push({ colour: 'orange', text: 'Stale', hint: 'Marked as stale by a user' });
  }
  if (dependencyType) {
    const hint = `It is a ${dependencyType} of another`;
    badges.push({ colour: 'grape', text: dependencyType, hint });
  }
  if (archivedAt) badges.push({ colour: 'gray', text: 'Archived', hint: 'It is in the archive' });
  return badges;
}

const hour = 3_600_000;
const freshness = [
  { withinMs: hour, colour: 'teal', label: 'in use' },
  { withinMs: 24 * hour, colour: 'cyan', label: 'used today' },
  { withinMs: 7 * 24 * hour, colour: 'yellow', label: 'used this week' },
  { withinMs: Number.POSITIVE_INFINITY, colour: 'orange', label: 'not used of late' },
] as const;

/** Shows at a glance when an SDK last evaluated the flag. */
export function LastSeen({ at }: { at: string | null | undefined }) {
  const now = Date.now();
  const age = at ? now - new Date(at).getTime() : undefined;
  const level = freshness.find(({ withinMs }) => age !== undefined && age < withinMs);
  const label = at ? `Last seen ${timeAgo(at, now)}: ${level?.label}` : 'Never seen by an SDK';
  return <Dot colour={level?.colour ?? 'none'} label={label} />;
}

type Stage = FoundFlag['lifecycle']['stage'];

export const stages: Record<Stage, { label: string; colour: DotColour }> = {
  initial: { label: 'Defined', colour: 'gray' },
  'pre-live': { label: 'Developing', colour: 'blue' },
  live: { label: 'Live', colour: 'teal' },
  completed: { label: 'Cleaning up', colour: 'orange' },
  archived: { label: 'Archived', colour: 'gray' },
};

export function LifecycleBadge({ lifecycle }: { lifecycle: FoundFlag['lifecycle'] }) {
  const { label, colour } = stages[lifecycle.stage];
  const hint = `${lifecycle.stage} since ${timeAgo(lifecycle.enteredStageAt, Date.now())}`;
  return (
    <RowBadge dot={colour} hint={hint}>
      {label}
    </RowBadge>
  );
}
