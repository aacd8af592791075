/**
 * MurmurHash3, 32 bits, x86. Hashes the lower byte of each UTF-16 unit, as the Node SDK does; for text
 * beyond ASCII the result differs from hashing UTF-8.
 */
export function murmur3(text: string, seed: number): number {
  const { length } = text;
  const blocksEnd = length - (length % 4);
  let hash = seed;
  for (let at = 0; at < blocksEnd; at += 4) {
    hash ^= scramble(
      byteOf(text, at) |
        (byteOf(text, at + 1) << 8) |
        (byteOf(text, at + 2) << 16) |
        (byteOf(text, at + 3) << 24),
    );
    hash = (hash << 13) | (hash >>> 19);
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
  }
  let rest = 0;
  for (let at = length - 1; at >= blocksEnd; at--) rest = (rest << 8) | byteOf(text, at);
  if (length > blocksEnd) hash ^= scramble(rest);
  return finish(hash ^ length);
}

const strategySeed = 0;
const variantSeed = 86_028_157;

/** From 1 to 100: the share of the population that an id belongs to. */
export const strategyBucket = (groupId: string, id: string): number =>
  (murmur3(`${groupId}:${id}`, strategySeed) % 100) + 1;

/** From 1 to the total weight; another seed, so that variants do not follow the rollout. */
export const variantBucket = (groupId: string, id: string, totalWeight: number): number =>
  (murmur3(`${groupId}:${id}`, variantSeed) % totalWeight) + 1;

const byteOf = (text: string, at: number) => text.charCodeAt(at) & 0xff;

function scramble(block: number): number {
  const mixed = Math.imul(block, 0xcc9e2d51);
  return Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
}

function finish(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
