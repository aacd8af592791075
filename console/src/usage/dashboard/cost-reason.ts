import { locale } from '../../language.ts';
import { exactTime } from '../../ui/time-ago.tsx';
import { texts } from '../texts.ts';

type Cost = { reason: string; since: string | null };

const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });

/** Marked as stale by a user, rather than by age. */
export const isMarkedStale = ({ reason }: Pick<Cost, 'reason'>) => reason.startsWith('marked');

/** The moment of the day that the reason names. */
export const costTime = ({ since }: Cost) => (since === null ? undefined : exactTime(since));

/** Why a flag lowers health, in words; the server's reason is English. */
export function costReason(cost: Cost): string {
  const { markedOn, pastLifetime } = texts.dashboard.staleFlags;
  const day = cost.since === null ? null : days.format(new Date(cost.since));
  return isMarkedStale(cost) ? markedOn(day) : pastLifetime(day);
}
