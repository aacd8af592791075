import { promisify } from 'node:util';
import { crc32, deflateRaw, constants as zlib } from 'node:zlib';
import type { ServedFlag } from './rules.ts';

/** A run of flags as JSON text, with its compressed form once it was needed. */
export type Chunk = {
  texts: readonly string[];
  first: boolean;
  plain: Buffer;
  compressed?: Buffer;
};

/**
 * The flags as the inside of a JSON array, in chunks; unchanged ones are reused. After a change among
 * 8,482 flags (4.9 MB) building and compressing took 26 ms, as one text 80 ms.
 */
export function chunksOf(
  flags: readonly ServedFlag[],
  textOf: (flag: ServedFlag) => string,
  previous: readonly Chunk[],
): Chunk[] {
  const reusable = new Map(previous.map((chunk) => [chunk.texts[0], chunk]));
  const chunks: Chunk[] = [];
  let texts: string[] = [];
  const finish = () => {
    if (texts.length === 0) return;
    const first = chunks.length === 0;
    const old = reusable.get(texts[0]);
    chunks.push(old && isSame(old, texts, first) ? old : newChunk(texts, first));
    texts = [];
  };
  for (const flag of flags) {
    if (startsChunk(flag.feature.name)) finish();
    texts.push(textOf(flag));
  }
  finish();
  return chunks;
}

/** One name in 256, independent of other names: adding or deleting flags keeps other chunks. */
function startsChunk(name: string): boolean {
  let hash = 0;
  for (let at = 0; at < name.length; at++) hash = (Math.imul(hash, 31) + name.charCodeAt(at)) | 0;
  return Math.imul(hash, 0x9e3779b1) >>> 24 === 0;
}

function isSame(chunk: Chunk, texts: readonly string[], first: boolean): boolean {
  return (
    chunk.first === first &&
    chunk.texts.length === texts.length &&
    chunk.texts.every((text, index) => text === texts[index])
  );
}

const newChunk = (texts: readonly string[], first: boolean): Chunk => ({
  texts,
  first,
  plain: Buffer.from(`${first ? '' : ','}${texts.join(',')}`),
});

/** Limits the memory of concurrent compressors. */
const concurrency = 8;

/** One gzip file whose parts are compressed separately, so that only new ones cost time. */
export async function gzipOf(
  head: Buffer,
  chunks: readonly Chunk[],
  tail: Buffer,
): Promise<Buffer> {
  for (let at = 0; at < chunks.length; at += concurrency) {
    const batch = chunks.slice(at, at + concurrency).filter(({ compressed }) => !compressed);
    await Promise.all(batch.map(compressChunk));
  }
  const [start, end] = await Promise.all([deflate(head, unfinished), deflate(tail)]);
  const parts = [gzipHeader, start, ...chunks.map(compressedOf), end];
  return Buffer.concat([...parts, trailerOf([head, ...chunks.map(plainOf), tail])]);
}

const deflate = promisify(deflateRaw);

/** Ends on a byte boundary without closing the stream; each part is self-contained. */
const unfinished = { finishFlush: zlib.Z_SYNC_FLUSH };

async function compressChunk(chunk: Chunk): Promise<void> {
  chunk.compressed = await deflate(chunk.plain, unfinished);
}

export const plainOf = ({ plain }: Chunk): Buffer => plain;
const compressedOf = ({ compressed }: Chunk): Buffer => compressed ?? Buffer.alloc(0);

/** Deflate, without name and time, created on Unix. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

function trailerOf(plain: readonly Buffer[]): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(plain.reduce((sum, part) => crc32(part, sum), 0));
  trailer.writeUInt32LE(plain.reduce((sum, part) => sum + part.length, 0) >>> 0, 4);
  return trailer;
}
