import { readFileSync } from 'node:fs';

/** From package.json, which is one level above the sources and two above the build. */
export const version: string = readVersion(['../package.json', '../../package.json']);

function readVersion(candidates: readonly string[]): string {
  for (const candidate of candidates) {
    try {
      const text = readFileSync(new URL(candidate, import.meta.url), 'utf8');
      return (JSON.parse(text) as { version: string }).version;
    } catch {}
  }
  throw new Error('package.json was not found');
}
