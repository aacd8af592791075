import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportedEvent } from '../../events/queries.ts';
import { type Batch, type Progress, type Source, SourceError } from './source.ts';

type Download = {
  /** Events up to this one are imported already. */
  after: number;
  bytesMax?: number;
  progress: (progress: Progress) => void;
};

/** A million events with their data take about one gigabyte. */
const defaultBytesMax = 4 * 1024 ** 3;

/**
 * The same source from a temporary file, so that no transaction waits for the network, and nothing
 * is written unless everything can be read.
 */
export async function downloadSource(
  source: Source,
  { after, bytesMax = defaultBytesMax, progress }: Download,
): Promise<Source> {
  const file = await openTemporary(bytesMax);
  try {
    const totals = await source.count(after);
    const { events: allEvents } = after === 0 ? totals : await source.count(0);
    const report = (phase: string, total: number) => (rows: number) =>
      progress({ phase: `reading ${phase}`, rows, ...(total > 0 ? { total } : {}) });
    const flagsOf = ({ rows }: Batch) => rows.flags?.length ?? 0;
    const batches = await file.store(source.batches(), flagsOf, report('flags', totals.flags));
    const usage = await file.store(source.usage(), () => 1, report('usage', 0));
    const eventsOf = (page: readonly ImportedEvent[]) => page.length;
    const stored = report('events', totals.events);
    const events = await file.store(source.events(after), eventsOf, stored);
    const omissions = await source.omissions();
    return {
      id: source.id,
      name: source.name,
      remote: false,
      batches: () => file.read<Batch>(batches),
      usage: () => file.read<Batch>(usage),
      events: async function* (last) {
        for await (const page of file.read<ImportedEvent[]>(events)) {
          const newer = page.filter(({ id }) => id > last);
          if (newer.length > 0) yield newer;
        }
      },
      count: async (last) => ({ ...totals, events: last === 0 ? allEvents : totals.events }),
      omissions: async () => omissions,
      close: file.close,
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

type Position = { start: number; length: number };

async function openTemporary(bytesMax: number) {
  const path = join(tmpdir(), `pennon-import-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600).catch(explain);
  // Without a name, it is deleted when the process ends, however that happens.
  await rm(path);
  let size = 0;
  async function append(value: unknown): Promise<Position> {
    // A row without a value must not lack the column: the first row decides which ones there are.
    const bytes = Buffer.from(JSON.stringify(value, (_, it) => (it === undefined ? null : it)));
    const position = { start: size, length: bytes.length };
    size += bytes.length;
    if (size > bytesMax) {
      const gigabytes = Math.round(bytesMax / 1024 ** 3);
      throw new SourceError(
        `Unleash has more than ${gigabytes} GB of data; import its database instead.`,
      );
    }
    await file.appendFile(bytes).catch(explain);
    return position;
  }
  return {
    store: async <T>(
      values: AsyncIterable<T>,
      rowsOf: (value: T) => number,
      progress: (rows: number) => void,
    ): Promise<Position[]> => {
      const positions: Position[] = [];
      let rows = 0;
      for await (const value of values) {
        positions.push(await append(value));
        const added = rowsOf(value);
        rows += added;
        if (added > 0) progress(rows);
      }
      return positions;
    },
    read: async function* <T>(positions: readonly Position[]): AsyncGenerator<T> {
      for (const { start, length } of positions) {
        const { buffer } = await file.read(Buffer.alloc(length), 0, length, start);
        yield JSON.parse(buffer.toString('utf8')) as T;
      }
    },
    close: () => file.close(),
  };
}

function explain({ code = '' }: NodeJS.ErrnoException): never {
  throw new SourceError(
    `The temporary folder cannot be written: ${code}. ` +
      'Free space there, or set TMPDIR to another folder.',
  );
}
