import { Readable } from 'node:stream';
import type { Db } from '../../platform/db/open.ts';
import { formats } from './formats.ts';
import { type OpenLog, readPages } from './reading.ts';
import type { Event } from './schema.ts';

/** Newest first; the total is at the end, because it is known only there. */
export function streamList(db: Db, log: OpenLog, members: object): Readable {
  return streamOf(listTexts(db, log, members));
}

/** All events after the cursor, oldest first; further exports can be appended. */
export function streamFile(
  db: Db,
  log: OpenLog,
  { format, cursor }: { format: keyof typeof formats; cursor: number },
): Readable {
  return streamOf(fileTexts(db, log, format, cursor));
}

async function* listTexts(db: Db, log: OpenLog, members: object) {
  const head = JSON.stringify({ version: 1, ...members });
  yield `${head.slice(0, -1)},"events":[`;
  let count = 0;
  const write = (event: Event) => `${count++ === 0 ? '' : ','}${JSON.stringify(event)}`;
  yield* readPages(db, log, { descending: true }, write);
  yield `],"totalEvents":${count}}`;
}

async function* fileTexts(db: Db, log: OpenLog, format: keyof typeof formats, cursor: number) {
  const { head, write } = formats[format];
  if (cursor === 0 && head !== '') yield head;
  yield* readPages(db, log, { cursor }, write);
}

/** Reads on demand, and stops when the reader disconnects. */
const streamOf = (texts: AsyncGenerator<string>) => Readable.from(texts, { objectMode: false });
