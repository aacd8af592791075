/** The part of a response that must be equal on both servers. */
export type Summary = { count: number; total: number | undefined; keys: readonly unknown[] };

type Item = { name?: unknown; id?: unknown };

/** Undefined where the response is not a list. */
export function summaryOf(body: string): Summary | undefined {
  const response = parsed(body);
  if (Array.isArray(response)) return summaryOfList(response, undefined);
  if (response === null || typeof response !== 'object') return undefined;
  const { features, events, total, totalEvents } = response as Record<string, unknown>;
  const list = features ?? events;
  return Array.isArray(list) ? summaryOfList(list, total ?? totalEvents) : undefined;
}

const summaryOfList = (list: unknown[], total: unknown): Summary => ({
  count: list.length,
  total: typeof total === 'number' ? total : undefined,
  keys: list.map((item) => {
    const { name, id } = (item ?? {}) as Item;
    return name ?? id;
  }),
});

/** Describes the difference; undefined when both are equal. */
export function differenceBetween(ours: string, theirs: string): string | undefined {
  const [one, other] = [summaryOf(ours), summaryOf(theirs)];
  if (one === undefined && other === undefined) return undefined;
  if (one === undefined || other === undefined) return 'one response is not a list';
  const found = [
    one.total === other.total ? '' : `total ${one.total ?? 'absent'} / ${other.total ?? 'absent'}`,
    one.count === other.count ? '' : `count ${one.count} / ${other.count}`,
  ].filter((text) => text !== '');
  if (found.length > 0) return found.join(', ');
  const only = [missingFrom(other.keys, one.keys), missingFrom(one.keys, other.keys)];
  return only.flat().length === 0 ? undefined : `on the page ${only.map(named).join(' / ')}`;
}

/** Order is not compared, because the peer leaves ties unordered. */
function missingFrom(others: readonly unknown[], keys: readonly unknown[]): unknown[] {
  const present = new Set(others);
  return keys.filter((key) => !present.has(key));
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
