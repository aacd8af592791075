import type { LoggedEvent } from './sentences.ts';

/** Everything that depends on the type of an event, but its label, which the console has too. */
export type EventDefinition = {
  /** One line of markdown that follows the name of the actor. */
  summary: (event: LoggedEvent) => string;
  /**
   * What the event refers to: a flag and its project, a project, or neither; `shared` refers to a project
   * if its subject belongs to one. Events without a project are visible to root admins only.
   */
  scope: 'installation' | 'shared' | 'project' | 'flag';
  /** Where a direct change needs the permission SKIP_CHANGE_REQUEST. */
  protection: 'none' | Protection;
  /** The effect of the change on scheduled change requests. */
  schedule: 'none' | ScheduleEffect;
  sdk: SdkEffect;
  /** Whether the health history replays it: as a change of a flag or of a flag type. */
  health: 'none' | 'flag' | 'type';
};

/** One environment, every environment of the project, or those where the segment is used. */
export type Protection = 'environment' | 'project' | 'segment';

/**
 * Requests scheduled to change the subject are suspended, and so are those that depend on a segment or
 * a default; `became` completes the reason.
 */
export type ScheduleEffect = { subject: ScheduleSubject; became: string };

export type ScheduleSubject =
  | 'switch'
  | 'strategy'
  | 'order'
  | 'variants'
  | 'dependency'
  | 'flag'
  | 'segment'
  | 'default-strategy'
  | 'default-stickiness'
  | 'user';

/**
 * What SDKs must reload: the flag or the segment of the event, all flags of its project, or everything.
 * `revision` announces changes that other events of the same transaction describe; `tokens` changes
 * which clients may read.
 */
export type SdkEffect =
  | 'nothing'
  | 'flag'
  | 'segment'
  | 'project'
  | 'everything'
  | 'revision'
  | 'tokens';

type Effects = Omit<EventDefinition, 'summary'>;

/** Builds definitions that share their effects; each may replace some of them. */
const definer =
  (shared: Effects) =>
  (summary: EventDefinition['summary'], own: Partial<Effects> = {}): EventDefinition => ({
    summary,
    ...shared,
    ...own,
  });

const none = { protection: 'none', schedule: 'none', sdk: 'nothing', health: 'none' } as const;

export const ofInstallation = definer({ ...none, scope: 'installation' });
export const ofShared = definer({ ...none, scope: 'shared' });
export const ofProject = definer({ ...none, scope: 'project' });
/** SDKs reload the flag. */
export const ofFlag = definer({ ...none, scope: 'flag', sdk: 'flag' });
