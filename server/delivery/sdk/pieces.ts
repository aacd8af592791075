import { promisify } from 'node:util';
import { crc32, deflateRaw, constants as zlib } from 'node:zlib';
import type { ServedFlag } from './rules.ts';

/** A run of flags as text, kept with its compressed form as long as none of them changes. */
export type Piece = { texts: readonly string[]; leading: boolean; plain: Buffer; packed?: Buffer };

const deflate = promisify(deflateRaw);

/** So that the first answer does not fill the memory with compressors. */
const packedAtOnce = 8;

/** The flags as the inside of a JSON array, in pieces; those that are as they were are taken over. */
export function piecesOf(
  flags: readonly ServedFlag[],
  textOf: (flag: ServedFlag) => string,
  before: readonly Piece[],
): Piece[] {
  const held = new Map(before.map((piece) => [piece.texts[0], piece]));
  const pieces: Piece[] = [];
  let texts: string[] = [];
  const finish = () => {
    if (texts.length === 0) return;
    const leading = pieces.length === 0;
    const old = held.get(texts[0]);
    pieces.push(old && isSame(old, texts, leading) ? old : newPiece(texts, leading));
    texts = [];
  };
  for (const flag of flags) {
    if (flag.leads) finish();
    texts.push(textOf(flag));
  }
  finish();
  return pieces;
}

function isSame(piece: Piece, texts: readonly string[], leading: boolean): boolean {
  return (
    piece.leading === leading &&
    piece.texts.length === texts.length &&
    piece.texts.every((text, index) => text === texts[index])
  );
}

const newPiece = (texts: readonly string[], leading: boolean): Piece => ({
  texts,
  leading,
  plain: Buffer.from(`${leading ? '' : ','}${texts.join(',')}`),
});

/** One gzip file whose parts were compressed each for itself, so that only new ones cost time. */
export async function gzipOf(
  head: Buffer,
  pieces: readonly Piece[],
  tail: Buffer,
): Promise<Buffer> {
  for (let at = 0; at < pieces.length; at += packedAtOnce) {
    const some = pieces.slice(at, at + packedAtOnce).filter(({ packed }) => !packed);
    await Promise.all(some.map(pack));
  }
  const [start, end] = await Promise.all([deflate(head, unfinished), deflate(tail)]);
  const parts = [gzipHeader, start, ...pieces.map(packedOf), end];
  return Buffer.concat([...parts, trailerOf([head, ...pieces.map(plainOf), tail])]);
}

/** Ends on a whole byte with the stream still open, and refers to nothing before its own start. */
const unfinished = { finishFlush: zlib.Z_SYNC_FLUSH };

async function pack(piece: Piece): Promise<void> {
  piece.packed = await deflate(piece.plain, unfinished);
}

export const plainOf = ({ plain }: Piece): Buffer => plain;
const packedOf = ({ packed }: Piece): Buffer => packed ?? Buffer.alloc(0);

/** Deflate, without name and time, made on Unix. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

function trailerOf(plain: readonly Buffer[]): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(plain.reduce((sum, part) => crc32(part, sum), 0));
  trailer.writeUInt32LE(plain.reduce((sum, part) => sum + part.length, 0) >>> 0, 4);
  return trailer;
}
