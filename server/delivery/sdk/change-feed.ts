import { type Change, effectOf, type FeedEvent } from './rules.ts';

/** The source of events; each function executes one statement. */
export type FeedSource = {
  findNewest: () => Promise<number>;
  list: (after: number, limit: number) => Promise<FeedEvent[]>;
  findRevision: (environment: string) => Promise<number>;
};

export type ChangeFeed = {
  /** Reads the events after `position`; the first call only finds the newest. */
  read: () => Promise<void>;
  /** The last event read. */
  position: () => number;
  /** The newest event that affects SDKs, including tokens. */
  version: () => number;
  /** The newest event that changes a token. */
  tokensVersion: () => number;
  /** The newest event that changes the environment; queries the database the first time only. */
  revisionOf: (environment: string) => number | Promise<number>;
  /** The changes after an event, oldest first; undefined if all data may have changed. */
  changesSince: (id: number, environment: string) => Change[] | undefined;
};

const pageSize = 1000;
/** Clients with an older revision receive the complete environment. */
const changesMax = 5000;

/** Follows the event log: the revision of each environment in use, and its latest changes. */
export function createChangeFeed(source: FeedSource): ChangeFeed {
  // Events read during the first query count too, or they would be missed.
  const revisions = new Map<string, { revision: number; complete: boolean }>();
  let changes: Change[] = [];
  let discardedUpTo = 0;
  let position: number | undefined;
  let version = 0;
  let tokensVersion = 0;

  const apply = (event: FeedEvent): void => {
    const effect = effectOf(event);
    if (effect === 'nothing') return;
    const { id, environment, project, oldProject } = event;
    version = id;
    if (effect === 'tokens') {
      tokensVersion = id;
      return;
    }
    const projects = [project, oldProject].filter((it) => it !== null);
    changes.push({ id, environment, projects, effect });
    for (const [name, entry] of revisions) {
      if (environment === null || environment === name) {
        entry.revision = Math.max(entry.revision, id);
      }
    }
  };

  const trim = () => {
    if (changes.length <= changesMax) return;
    discardedUpTo = changes.at(-changesMax - 1)?.id ?? discardedUpTo;
    changes = changes.slice(-changesMax);
  };

  const findRevision = async (environment: string): Promise<number> => {
    const entry = revisions.get(environment) ?? { revision: 0, complete: false };
    revisions.set(environment, entry);
    const found = await source.findRevision(environment);
    entry.revision = Math.max(entry.revision, found);
    entry.complete = true;
    return entry.revision;
  };

  return {
    read: async () => {
      if (position === undefined) {
        position = discardedUpTo = await source.findNewest();
        return;
      }
      for (let more = true; more; ) {
        const events = await source.list(position, pageSize);
        for (const event of events) apply(event);
        position = events.at(-1)?.id ?? position;
        more = events.length === pageSize;
      }
      trim();
    },
    position: () => position ?? 0,
    version: () => version,
    tokensVersion: () => tokensVersion,
    revisionOf: (environment) => {
      const entry = revisions.get(environment);
      return entry?.complete ? entry.revision : findRevision(environment);
    },
    changesSince: (id, environment) => {
      if (id < discardedUpTo) return undefined;
      const since = changes.filter(
        (change) =>
          change.id > id && (change.environment === null || change.environment === environment),
      );
      return since.some(({ effect }) => effect === 'everything') ? undefined : since;
    },
  };
}
