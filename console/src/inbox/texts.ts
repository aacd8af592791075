import { catalogue, formatNumber } from '../language.ts';
import { de } from './texts.de.ts';

const decisions: Readonly<Record<string, string>> = {
  approved: 'Approved',
  applied: 'Applied',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
};

const en = {
  bell: {
    label: (unread: number) => (unread === 0 ? 'Inbox' : `Inbox, ${formatNumber(unread)} unread`),
    title: 'Inbox',
    unread: 'Unread',
    markRead: 'Mark all as read',
    empty: 'Nothing needs your attention',
    emptyNote: (username: string | undefined) =>
      `Here you find change requests to review, comments that mention you${
        username ? ` (@${username})` : ''
      }, what others decided about yours, schedules that failed, integrations that were parked, and your flags that became stale.`,
    kinds: {
      review: 'To review',
      mention: 'Mentions',
      decision: 'My requests',
      schedule: 'Schedules',
      integration: 'Integrations',
      stale: 'Flags',
    },
    review: (author: string) => `Proposed by ${author}`,
    mention: (author: string) => `Mentioned by ${author}`,
    decided: (status: string, author: string | undefined) => {
      const done = decisions[status] ?? status;
      return author ? `${done} by ${author}` : done;
    },
    failed: 'The schedule failed',
    suspended: 'The schedule was suspended',
    integration: 'Parked: its deliveries failed',
    markedStale: (author: string | undefined) =>
      author ? `Marked as stale by ${author}` : 'Marked as stale',
    potentiallyStale: 'Potentially stale: past the lifetime of its type',
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
