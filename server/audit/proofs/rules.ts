import { createHash } from 'node:crypto';
import type { AuditProof } from './schema.ts';

/** The last verified event. */
export type ChainEnd = { id: number; hash: string };

/** The stored hash, and the hash computed from the content and the previous event. */
export type ChainLink = { id: number; hash: string; expected: string };

/** How to recompute a hash with common tools. */
export const recipe =
  'hash = SHA-256 of the UTF-8 text: previousHash, one line feed, content. With this response in ' +
  `proof.json: jq -j '.previousHash, "\\n", .content' proof.json | sha256sum`;

export const hashOf = (previousHash: string, content: string): string =>
  createHash('sha256').update(`${previousHash}\n${content}`).digest('hex');

/** The first event that does not match its hash. */
export const firstBroken = (links: readonly ChainLink[]): ChainLink | undefined =>
  links.find(({ hash, expected }) => hash !== expected);

/** `ID:HASH`, as printed by `pennon audit verify`; undefined if malformed. */
export function parseChainEnd(text: string): ChainEnd | undefined {
  const [, id, hash] = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(text) ?? [];
  return id === undefined || hash === undefined
    ? undefined
    : { id: Number(id), hash: hash.toLowerCase() };
}

export const parseHash = (text: string): string | undefined =>
  /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined;

export const viewProof = (
  stored: Omit<AuditProof, 'algorithm' | 'intact' | 'recipe'>,
): AuditProof => ({
  ...stored,
  algorithm: 'SHA-256',
  intact: hashOf(stored.previousHash, stored.content) === stored.hash,
  recipe,
});
