import { type Drop, type DropReason, dropReasons } from './rules.ts';

export type Drops = ReturnType<typeof createDrops>;

export type DropCounts = Readonly<Record<DropReason, number>>;

/** Counts what is dropped: in total for the metrics and the log, and by scope for the notes. */
export function createDrops(now: () => number) {
  const totals = Object.fromEntries(dropReasons.map((reason) => [reason, 0])) as CountsByReason;
  let logged: DropCounts = { ...totals };
  let pending = new Map<string, Drop>();

  const addPending = ({ reason, scope, dropped, at }: Drop) => {
    const key = `${reason}\n${scope ?? ''}`;
    const before = pending.get(key)?.dropped ?? 0;
    pending.set(key, { reason, scope, dropped: before + dropped, at });
  };

  return {
    totals: totals as DropCounts,
    add: (reason: DropReason, scope: string | null, dropped = 1): void => {
      if (dropped === 0) return;
      totals[reason] += dropped;
      addPending({ reason, scope, dropped, at: now() });
    },
    /** By scope, since the last call. */
    take: (): Drop[] => {
      const taken = [...pending.values()];
      pending = new Map();
      return taken;
    },
    /** For what was taken and could not be stored. */
    restore: (drops: readonly Drop[]): void => drops.forEach(addPending),
    /** By reason, since the last call; undefined if nothing was dropped. */
    takeNew: (): Partial<DropCounts> | undefined => {
      const changed = dropReasons.filter((reason) => totals[reason] > logged[reason]);
      const counts = changed.map((reason) => [reason, totals[reason] - logged[reason]]);
      logged = { ...totals };
      return changed.length > 0 ? Object.fromEntries(counts) : undefined;
    },
  };
}

type CountsByReason = Record<DropReason, number>;
