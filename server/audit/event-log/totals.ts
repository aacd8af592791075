import { createHash } from 'node:crypto';
import type { Conditions, Total } from './rules.ts';

/** What was counted before, by what it depended on. */
export type Totals = {
  recall: (conditions: Conditions) => Total;
  remember: (conditions: Conditions, total: Total) => void;
};

export const nothingCounted: Total = { newest: 0, count: 0, first: 0, last: 0 };

/**
 * Events are only ever added, in the order of their ids, so a count up to an id stays true for ever
 * and only what came after it is to be counted. What the count depended on is its name, the
 * projects that were visible included: whoever sees something else asks for another count.
 */
export function rememberTotals(entriesMax: number): Totals {
  const totals = new Map<string, Total>();
  return {
    recall: (conditions) => totals.get(nameOf(conditions)) ?? nothingCounted,
    remember: (conditions, total) => {
      const name = nameOf(conditions);
      const known = totals.get(name);
      // Two requests at once: the one that looked later knows more.
      const kept = known !== undefined && known.newest > total.newest ? known : total;
      totals.delete(name);
      totals.set(name, kept);
      const [oldest] = totals.keys();
      if (totals.size > entriesMax && oldest !== undefined) totals.delete(oldest);
    },
  };
}

/** Hashed, because a list of projects can be long. */
function nameOf({ sets, ...rest }: Conditions): string {
  const sorted = sets
    .map(({ column, exclude, values }) => JSON.stringify([column, exclude, [...values].sort()]))
    .sort();
  return createHash('sha256')
    .update(JSON.stringify([sorted, rest]))
    .digest('base64');
}

/** Both parts of the log together; the second follows the first, or is there already. */
export function addUp(known: Total, since: Total): Total {
  return {
    newest: Math.max(known.newest, since.newest),
    count: known.count + since.count,
    first: known.count > 0 ? known.first : since.first,
    last: since.count > 0 ? since.last : known.last,
  };
}
