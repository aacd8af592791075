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
  if (sameMembers(one.keys, other.keys)) return undefined;
  return 'other items on the page';
}

/** Order is not compared: where a sort has ties, the peer leaves it to chance. */
function sameMembers(one: readonly unknown[], other: readonly unknown[]): boolean {
  const known = new Set(other);
  return one.every((key) => known.has(key));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
