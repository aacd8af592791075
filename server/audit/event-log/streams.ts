import { Readable } from 'node:stream';
import type { Db } from '../../platform/db/open.ts';
import { type OpenLog, readPages } from './reading.ts';
import type { Event } from './schema.ts';
import { formats } from './texts.ts';

/** A list of any length, newest first; how many there were is known, and said, at its end. */
export function streamList(db: Db, log: OpenLog, members: object): Readable {
  return streamOf(listTexts(db, log, members));
}

/** All events after the cursor, oldest first, as a file that can be added to. */
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

/** Pulled by the reader: when it is slow nothing is read ahead, when it goes the reading ends. */
const streamOf = (texts: AsyncGenerator<string>) => Readable.from(texts, { objectMode: false });
