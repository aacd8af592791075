import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import Negotiator from 'negotiator';

export type Encoding = 'br' | 'gzip' | 'identity';

/** A response body, compressed at the first request for an encoding. */
export type EncodedBody = {
  /** The sum of all encodings computed so far. */
  readonly bytes: number;
  as: (encoding: Encoding) => Buffer | Promise<Buffer>;
};

const compressors = {
  // A page of 50 flags, 90 kB, becomes 9 kB in 0.3 ms; with the default level 7 kB in 0.8 ms.
  gzip: (body: Buffer): Promise<Buffer> => promisify(gzip)(body, { level: zlib.Z_BEST_SPEED }),
  // 5.0 MB (8,500 flags) become 214 kB in 142 ms with quality 5, and 237 kB in 112 ms with gzip.
  br: (body: Buffer): Promise<Buffer> =>
    promisify(brotliCompress)(body, { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } }),
};

export const compress = (body: Buffer, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> =>
  compressors[encoding](body);

/** `onResize` runs after each encoding that was added. */
export function encodable(body: Buffer, onResize: () => void): EncodedBody {
  const encodings = new Map<Encoding, Buffer | Promise<Buffer>>([['identity', body]]);
  let bytes = body.length;
  const add = async (encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> => {
    try {
      const compressed = await compress(body, encoding);
      encodings.set(encoding, compressed);
      bytes += compressed.length;
      onResize();
      return compressed;
    } catch (error) {
      encodings.delete(encoding);
      throw error;
    }
  };
  return {
    get bytes() {
      return bytes;
    },
    as: (encoding) => {
      const existing = encodings.get(encoding);
      if (existing !== undefined || encoding === 'identity') return existing ?? body;
      const compressing = add(encoding);
      encodings.set(encoding, compressing);
      return compressing;
    },
  };
}

const encodings: readonly Encoding[] = ['br', 'gzip', 'identity'];

/** The offered encoding the client prefers; of equal ones the first. */
export function encodingFor(
  headers: Record<string, string | string[] | undefined>,
  offered = encodings,
): Encoding {
  const [best = 'identity'] = new Negotiator({ headers }).encodings(offered, {
    preferred: offered,
  });
  return best as Encoding;
}
