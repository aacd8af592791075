import { readFileSync } from 'node:fs';

/** From package.json, which stands one level up from the sources and two from the build. */
export const version: string = readVersion(['../package.json', '../../package.json']);

function readVersion(candidates: readonly string[]): string {
  for (const candidate of candidates) {
    try {
      const text = readFileSync(new URL(candidate, import.meta.url), 'utf8');
      return (JSON.parse(text) as { version: string }).version;
    } catch {}
  }
  throw new Error('package.json was not found beside the server');
}
