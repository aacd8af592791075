import { ApiError } from '../../api.ts';

/** A change request that received changes. */
export type Proposed = { id: number; project: string };

/** Items that are changed with one request. */
export type Batch<Item> = {
  items: readonly Item[];
  send: (items: readonly Item[]) => Promise<Proposed | undefined>;
};

export type Outcome<Item> = {
  changed: Item[];
  /** Added to a change request. */
  proposed: Item[];
  failed: { item: Item; reason: string }[];
  requests: Proposed[];
};

export const emptyOutcome = <Item>(): Outcome<Item> => ({
  changed: [],
  proposed: [],
  failed: [],
  requests: [],
});

export const countOf = ({ changed, proposed, failed }: Outcome<unknown>) =>
  changed.length + proposed.length + failed.length;

type Options<Item> = { signal: AbortSignal; onProgress: (outcome: Outcome<Item>) => void };

const concurrentMax = 4;

/** Sends the batches, a few at a time. After an abort, the batches that are sent already end. */
export async function runBatches<Item>(
  batches: readonly Batch<Item>[],
  { signal, onProgress }: Options<Item>,
): Promise<Outcome<Item>> {
  const queue = [...batches];
  let outcome = emptyOutcome<Item>();
  const report = (part: Partial<Outcome<Item>>) => {
    outcome = merged(outcome, part);
    onProgress(outcome);
  };
  const work = async () => {
    for (let next = queue.shift(); next && !signal.aborted; next = queue.shift()) {
      await sendBatch(next, signal, report);
    }
  };
  await Promise.all(Array.from({ length: concurrentMax }, work));
  return outcome;
}

/** A refused batch is divided, until the items that are the reason are found. */
async function sendBatch<Item>(
  { items, send }: Batch<Item>,
  signal: AbortSignal,
  report: (part: Partial<Outcome<Item>>) => void,
): Promise<void> {
  if (signal.aborted) return;
  try {
    const request = await send(items);
    report(request ? { proposed: [...items], requests: [request] } : { changed: [...items] });
  } catch (error) {
    if (items.length === 1 || !mayDependOnItem(error)) {
      report({ failed: items.map((item) => ({ item, reason: (error as Error).message })) });
      return;
    }
    const half = Math.ceil(items.length / 2);
    await sendBatch({ items: items.slice(0, half), send }, signal, report);
    await sendBatch({ items: items.slice(half), send }, signal, report);
  }
}

/** A missing permission or a server that is away concerns all items of a batch. */
const mayDependOnItem = (error: unknown) =>
  error instanceof ApiError && [400, 404, 409].includes(error.status);

const merged = <Item>(one: Outcome<Item>, part: Partial<Outcome<Item>>): Outcome<Item> => ({
  changed: [...one.changed, ...(part.changed ?? [])],
  proposed: [...one.proposed, ...(part.proposed ?? [])],
  failed: [...one.failed, ...(part.failed ?? [])],
  requests: [
    ...one.requests,
    ...(part.requests ?? []).filter(({ id }) => !one.requests.some((each) => each.id === id)),
  ],
});
