import { paths, pathTo } from '../../paths.ts';
import { StarIcon } from '../../ui/icons.tsx';
import {
  type BadgeColour,
  Clock,
  type DotColour,
  RowBadge,
  RowLine,
  RowLink,
  RowNamed,
  RowNote,
  StarButton,
} from '../../ui/row.tsx';
import { exactTime, timeAgo } from '../../ui/time-ago.tsx';
import type { FoundFlag } from './api.ts';
import { texts } from './texts.ts';
import { type SwitchedFlag, useFavorite } from './writes.ts';

type StarProps = { flag: SwitchedFlag; onFavorite: ReturnType<typeof useFavorite>['mutate'] };

export function FavoriteStar({ flag, onFavorite }: StarProps) {
  const { add, remove } = texts.favorite;
  return (
    <StarButton
      label={flag.favorite ? remove(flag.name) : add(flag.name)}
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
const tagText = ({ type, value }: FoundFlag['tags'][number]) =>
  type === 'simple' ? value : `${type}:${value}`;

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
        <RowLine
          all={tags.map(tagText).join(', ')}
          rest={tags.length > 1 ? `+${tags.length - 1}` : ''}
        >
          {tags.slice(0, tagsMax).map((tag) => (
            <RowBadge key={`${tag.type}:${tag.value}`}>{tagText(tag)}</RowBadge>
          ))}
          {tags.length > tagsMax && <RowNote>{texts.moreTags(tags.length - tagsMax)}</RowNote>}
        </RowLine>
      )}
    </RowNamed>
  );
}

const own = texts.badges;

type FlagBadge = { colour: BadgeColour; text: string; hint: string };

function badgesOf({ stale, potentiallyStale, dependencyType, archivedAt }: FoundFlag): FlagBadge[] {
  const badges: FlagBadge[] = [];
  if (potentiallyStale) {
    badges.push({ colour: 'yellow', text: own.potentiallyStale, hint: own.potentiallyStaleHint });
  } else if (stale) {
    badges.push({ colour: 'orange', text: own.stale, hint: own.staleHint });
  }
  if (dependencyType) {
    badges.push({ colour: 'grape', ...own[dependencyType] });
  }
  if (archivedAt) badges.push({ colour: 'gray', text: own.archived, hint: own.archivedHint });
  return badges;
}

const hour = 3_600_000;
const freshness = [
  { withinMs: hour, label: texts.lastSeen.inUse },
  { withinMs: 24 * hour, label: texts.lastSeen.today },
  { withinMs: 7 * 24 * hour, label: texts.lastSeen.thisWeek },
  { withinMs: Number.POSITIVE_INFINITY, label: texts.lastSeen.earlier },
] as const;

type LastSeenProps = { at: string | null | undefined; focusable: boolean };

/** When an SDK last evaluated the flag; grey, so that it is not taken for the switch. */
export const LastSeen = ({ at, focusable }: LastSeenProps) => (
  <Clock faint={!at} label={lastSeenText(at)} focusable={focusable} />
);

export function lastSeenText(at: string | null | undefined): string {
  const now = Date.now();
  const age = at ? now - new Date(at).getTime() : undefined;
  const level = freshness.find(({ withinMs }) => age !== undefined && age < withinMs);
  return at && level ? level.label(timeAgo(at, now)) : texts.lastSeen.never;
}

type Stage = FoundFlag['lifecycle']['stage'];

export const stages: Record<Stage, { label: string; colour: DotColour }> = {
  initial: { label: texts.stages.initial, colour: 'gray' },
  'pre-live': { label: texts.stages['pre-live'], colour: 'blue' },
  live: { label: texts.stages.live, colour: 'teal' },
  completed: { label: texts.stages.completed, colour: 'orange' },
  archived: { label: texts.stages.archived, colour: 'gray' },
};

export function LifecycleBadge({ lifecycle }: { lifecycle: FoundFlag['lifecycle'] }) {
  const { label, colour } = stages[lifecycle.stage];
  const hint = texts.stageSince(label, exactTime(lifecycle.enteredStageAt));
  return (
    <RowBadge dot={colour} hint={hint}>
      {label}
    </RowBadge>
  );
}
