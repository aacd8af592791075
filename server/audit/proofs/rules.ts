import { createHash } from 'node:crypto';
import type { AuditProof } from './schema.ts';

/** Where a walk along the chain has come to. */
export type ChainEnd = { id: number; hash: string };

/** An event's stored hash, and the one that its content and the event before it call for. */
export type ChainLink = { id: number; hash: string; expected: string };

/** How anybody can compute a hash anew, with tools that every system has. */
export const recipe =
  'hash = SHA-256 of the UTF-8 text: previousHash, one line feed, content. With this answer in ' +
  `proof.json: jq -j '.previousHash, "\\n", .content' proof.json | sha256sum`;

export const hashOf = (previousHash: string, content: string): string =>
  createHash('sha256').update(`${previousHash}\n${content}`).digest('hex');

/** The first event that is not what its hash says. */
export const firstBroken = (links: readonly ChainLink[]): ChainLink | undefined =>
  links.find(({ hash, expected }) => hash !== expected);

/** `ID:HASH`, as a walk prints its end; undefined when it is no such thing. */
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
