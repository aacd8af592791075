import { conflict } from '../../platform/errors.ts';

/** Of a user. */
export const subscriptionsMax = 50;
/** Flags in a view with subscriptions. */
export const membersMax = 10_000;
/** Of a user; older ones are deleted. */
export const entriesMax = 1000;

export const tooManyMembers = () =>
  conflict(`A view with subscriptions has at most ${membersMax.toLocaleString('en')} flags.`);

export type WatchedView = {
  id: string;
  kind: 'flags' | 'events';
  name: string;
  query: string;
  project: string | null;
  ownerId: number | null;
  /** Private projects other than that of the view; empty for a view of a user. */
  hiddenProjects: readonly string[];
  isPrivate: boolean;
  /** Whether its members are those of the query. */
  evaluated: boolean;
};

/**
 * Whether the log shows that the flag entered the view: all users who may see the flag may also see
 * the view, so that no name of a hidden view gets into the log.
 */
export const isRecorded = (view: WatchedView, flag: { project: string }): boolean =>
  view.project !== null && (!view.isPrivate || view.project === flag.project);
