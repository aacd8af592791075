/** What two servers must agree on when asked the same. */
export type Gist = { count: number; total: number | undefined; keys: readonly unknown[] };

type Item = { name?: unknown; id?: unknown };

/** Undefined where an answer is no list: then there is nothing to compare but its status. */
export function gistOf(body: string): Gist | undefined {
  const answer = parsed(body);
  if (Array.isArray(answer)) return gistOfList(answer, undefined);
  if (answer === null || typeof answer !== 'object') return undefined;
  const { features, events, total, totalEvents } = answer as Record<string, unknown>;
  const list = features ?? events;
  return Array.isArray(list) ? gistOfList(list, total ?? totalEvents) : undefined;
}

const gistOfList = (list: unknown[], total: unknown): Gist => ({
  count: list.length,
  total: typeof total === 'number' ? total : undefined,
  keys: list.map((item) => {
    const { name, id } = (item ?? {}) as Item;
    return name ?? id;
  }),
});

/** In words what differs; undefined when both answered alike. */
export function differenceBetween(ours: string, theirs: string): string | undefined {
  const [one, other] = [gistOf(ours), gistOf(theirs)];
  if (one === undefined && other === undefined) return undefined;
  if (one === undefined || other === undefined) return 'one answer is no list';
  const found = [
    one.total === other.total ? '' : `total ${one.total ?? 'absent'} / ${other.total ?? 'absent'}`,
    one.count === other.count ? '' : `count ${one.count} / ${other.count}`,
  ].filter((text) => text !== '');
  if (found.length > 0) return found.join(', ');
  const only = [missingFrom(other.keys, one.keys), missingFrom(one.keys, other.keys)];
  return only.flat().length === 0 ? undefined : `on the page ${only.map(named).join(' / ')}`;
}

/** Order is not compared: where a sort has ties, the peer leaves it to chance. */
function missingFrom(known: readonly unknown[], keys: readonly unknown[]): unknown[] {
  const there = new Set(known);
  return keys.filter((key) => !there.has(key));
}

function named(keys: readonly unknown[]): string {
  if (keys.length === 0) return 'no others';
  return keys.slice(0, 3).join(', ') + (keys.length > 3 ? ` and ${keys.length - 3} more` : '');
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
