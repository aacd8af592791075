import { type Change, effectOf, type NewsItem } from './rules.ts';

/** Where news comes from; each is one statement. */
export type NewsSource = {
  findNewest: () => Promise<number>;
  list: (after: number, limit: number) => Promise<NewsItem[]>;
  findRevision: (environment: string) => Promise<number>;
};

export type News = {
  /** Reads on from where it stood; true when tokens have changed. */
  read: () => Promise<boolean>;
  /** The last event that was read. */
  position: () => number;
  /** The newest event that matters in the environment; asks the database the first time only. */
  revisionOf: (environment: string) => number | Promise<number>;
  /** What has changed after an event, oldest first; undefined when it may be anything. */
  changesSince: (id: number, environment: string) => Change[] | undefined;
};

const pageSize = 1000;
/** Of changes further back only this much is known: they may have touched anything. */
const changesMax = 5000;

/** Follows the event log and knows the revision of every environment that was asked about. */
export function createNews(source: NewsSource): News {
  // While it is being asked for, news already counts, or what comes meanwhile would be missed.
  const revisions = new Map<string, { revision: number; asked: boolean }>();
  let changes: Change[] = [];
  let forgotten = 0;
  let position: number | undefined;

  const note = (item: NewsItem) => {
    const effect = effectOf(item);
    if (effect === 'nothing' || effect === 'tokens') return effect === 'tokens';
    const { id, environment, project, oldProject } = item;
    const projects = [project, oldProject].filter((it) => it !== null);
    changes.push({ id, environment, projects, effect });
    for (const [name, entry] of revisions) {
      if (environment === null || environment === name) {
        entry.revision = Math.max(entry.revision, id);
      }
    }
    return false;
  };

  const trim = () => {
    if (changes.length <= changesMax) return;
    forgotten = changes.at(-changesMax - 1)?.id ?? forgotten;
    changes = changes.slice(-changesMax);
  };

  return {
    read: async () => {
      if (position === undefined) {
        position = forgotten = await source.findNewest();
        return false;
      }
      let tokens = false;
      for (let more = true; more; ) {
        const items = await source.list(position, pageSize);
        for (const item of items) tokens = note(item) || tokens;
        position = items.at(-1)?.id ?? position;
        more = items.length === pageSize;
      }
      trim();
      return tokens;
    },
    position: () => position ?? 0,
    revisionOf: (environment) => {
      const entry = revisions.get(environment);
      return entry?.asked ? entry.revision : ask(environment);
    },
    changesSince: (id, environment) => {
      if (id < forgotten) return undefined;
      const since = changes.filter(
        (change) =>
          change.id > id && (change.environment === null || change.environment === environment),
      );
      return since.some(({ effect }) => effect === 'everything') ? undefined : since;
    },
  };

  async function ask(environment: string): Promise<number> {
    const entry = revisions.get(environment) ?? { revision: 0, asked: false };
    revisions.set(environment, entry);
    const found = await source.findRevision(environment);
    entry.revision = Math.max(entry.revision, found);
    entry.asked = true;
    return entry.revision;
  }
}
