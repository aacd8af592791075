import { readFileSync } from 'node:fs';

/** Hundreds of small modules, of which Pennon uses a part: loading them took half of the start. */
const bundled = ['kysely', 'typebox'];

const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const external = Object.keys(dependencies)
  .filter((name) => !bundled.includes(name))
  .map((name) => new RegExp(`^${name}(/|$)`));

/** The command `pennon`; what it imports dynamically is in files of its own. */
export default {
  input: { pennon: 'cli/main.ts' },
  external: [/^node:/, ...external],
  platform: 'node',
  output: { dir: 'dist/server', chunkFileNames: '[name]-[hash].js' },
};
