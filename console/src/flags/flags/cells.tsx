import { paths, pathTo } from '../../paths.ts';
import { StarIcon } from '../../ui/icons.tsx';
import {
  Dot,
  type DotColour,
  Mark,
  type MarkColour,
  RowLine,
  RowLink,
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
  const marks = marksOf(flag);
  const link = (
    <RowLink strong to={pathTo(paths.flag, { projectId: project, featureName: name })}>
      {name}
    </RowLink>
  );
  return (
    <div style={{ maxWidth: 520 }}>
      {marks.length === 0 ? (
        link
      ) : (
        <RowLine>
          {link}
          {marks.map(({ colour, why, text }) => (
            <Mark key={text} colour={colour} why={why}>
              {text}
            </Mark>
          ))}
        </RowLine>
      )}
      {description && <RowNote>{description}</RowNote>}
      {tags.length > 0 && (
        <RowLine>
          {tags.slice(0, tagsMax).map(({ type, value }) => (
            <Mark key={`${type}:${value}`}>{type === 'simple' ? value : `${type}:${value}`}</Mark>
          ))}
          {tags.length > tagsMax && <RowNote>{tags.length - tagsMax} more</RowNote>}
        </RowLine>
      )}
    </div>
  );
}

type FlagMark = { colour: MarkColour; text: string; why: string };

function marksOf({ stale, potentiallyStale, dependencyType, archivedAt }: FoundFlag): FlagMark[] {
  const marks: FlagMark[] = [];
  if (potentiallyStale) {
    const why = 'Older than its type should get';
    marks.push({ colour: 'yellow', text: 'Potentially stale', why });
  } else if (stale) {
    marks.push({ colour: 'orange', text: 'Stale', why: 'Somebody marked it as stale' });
  }
  if (dependencyType) {
    const why = `It is a ${dependencyType} of another`;
    marks.push({ colour: 'grape', text: dependencyType, why });
  }
  if (archivedAt) marks.push({ colour: 'gray', text: 'Archived', why: 'It is in the archive' });
  return marks;
}

const hour = 3_600_000;
const freshness = [
  { withinMs: hour, colour: 'teal', said: 'in use' },
  { withinMs: 24 * hour, colour: 'cyan', said: 'used today' },
  { withinMs: 7 * 24 * hour, colour: 'yellow', said: 'used this week' },
  { withinMs: Number.POSITIVE_INFINITY, colour: 'orange', said: 'not used of late' },
] as const;

/** Shows at a glance when an SDK last evaluated the flag. */
export function LastSeen({ at }: { at: string | null | undefined }) {
  const now = Date.now();
  const age = at ? now - new Date(at).getTime() : undefined;
  const mark = freshness.find(({ withinMs }) => age !== undefined && age < withinMs);
  const says = at ? `Last seen ${timeAgo(at, now)}: ${mark?.said}` : 'Never seen by an SDK';
  return <Dot colour={mark?.colour ?? 'none'} says={says} />;
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
  const why = `${lifecycle.stage} since ${timeAgo(lifecycle.enteredStageAt, Date.now())}`;
  return (
    <Mark dot={colour} why={why}>
      {label}
    </Mark>
  );
}
