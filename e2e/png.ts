import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signatureBytes = 8;
const coloursMax = 256;

type Chunk = { type: string; data: Buffer };
type Pixels = { width: number; height: number; bytesPerPixel: number; bytes: Buffer };

/** A screenshot with at most 256 colours, which is a third of its size; others become the nearest of these. */
export function withPalette(png: Buffer): Buffer {
  const { width, height, bytesPerPixel, bytes } = pixelsOf(png);
  const colours = Uint32Array.from({ length: width * height }, (_, at) =>
    bytes.readUIntBE(at * bytesPerPixel, 3),
  );
  const { palette, indexOf } = paletteOf(colours);
  const rows = Buffer.alloc((width + 1) * height);
  for (const [at, colour] of colours.entries()) {
    // Each row begins with its filter, which is none.
    rows[at + Math.floor(at / width) + 1] = indexOf(colour);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  return Buffer.concat([
    png.subarray(0, signatureBytes),
    encoded({ type: 'IHDR', data: header }),
    encoded({ type: 'PLTE', data: Buffer.from(palette.flatMap(channelsOf)) }),
    encoded({ type: 'IDAT', data: deflateSync(rows, { level: 9, memLevel: 9 }) }),
    encoded({ type: 'IEND', data: Buffer.alloc(0) }),
  ]);
}

/** The most frequent colours, some of each hue, and which of them is nearest to a colour. */
function paletteOf(colours: Uint32Array) {
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const byCount = [...counts].sort(([, one], [, other]) => other - one).map(([colour]) => colour);
  const families = new Map(byCount.toReversed().map((colour) => [familyOf(colour), colour]));
  const palette = [...new Set([...families.values(), ...byCount])].slice(0, coloursMax);
  const known = new Map(palette.map((colour, index) => [colour, index]));
  const indexOf = (colour: number): number => {
    const index = known.get(colour) ?? nearest(palette, colour);
    known.set(colour, index);
    return index;
  };
  return { palette, indexOf };
}

/** Small marks are rare, but their colour matters: each of 512 families has its most frequent colour. */
const familyOf = (colour: number) => colour & 0xe0e0e0;

function nearest(palette: readonly number[], colour: number): number {
  const wanted = channelsOf(colour);
  const distances = palette.map((each) =>
    channelsOf(each).reduce((sum, value, at) => sum + (value - (wanted[at] ?? 0)) ** 2, 0),
  );
  return distances.indexOf(Math.min(...distances));
}

const channelsOf = (colour: number) => [colour >> 16, (colour >> 8) & 255, colour & 255];

function pixelsOf(png: Buffer): Pixels {
  const chunks = chunksOf(png);
  const header = chunks.find(({ type }) => type === 'IHDR')?.data ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  // Colour type 6 has a fourth byte, which is opaque in a screenshot.
  const bytesPerPixel = header[9] === 6 ? 4 : 3;
  const parts = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  const rows = inflateSync(Buffer.concat(parts));
  const bytes = Buffer.alloc(width * height * bytesPerPixel);
  unfilter(rows, bytes, width * bytesPerPixel, bytesPerPixel);
  return { width, height, bytesPerPixel, bytes };
}

/** Each byte is the difference to a prediction from its neighbours, by the filter of its row. */
function unfilter(rows: Buffer, bytes: Buffer, rowBytes: number, step: number): void {
  for (let at = 0; at < bytes.length; at++) {
    const [row, column] = [Math.floor(at / rowBytes), at % rowBytes];
    const left = column < step ? 0 : (bytes[at - step] ?? 0);
    const up = bytes[at - rowBytes] ?? 0;
    const corner = column < step ? 0 : (bytes[at - rowBytes - step] ?? 0);
    const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)];
    const filter = rows[row * (rowBytes + 1)] ?? 0;
    bytes[at] = (rows[at + row + 1] ?? 0) + (predicted[filter] ?? 0);
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const distanceOf = (value: number) => Math.abs(estimate - value);
  const [toLeft, toUp, toCorner] = [distanceOf(left), distanceOf(up), distanceOf(corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function chunksOf(png: Buffer): Chunk[] {
  const found: Chunk[] = [];
  for (let at = signatureBytes; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    found.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return found;
}

/** Length, type, data and checksum. */
function encoded({ type, data }: Chunk): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
