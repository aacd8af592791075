import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ofFrame } from './german-texts.ts';

const built = new URL('../dist/console/', import.meta.url);
const limitBytes = 250_000;
const germanLimitBytes = 50_000;

type Chunk = { file: string; css?: string[]; imports?: string[]; src?: string };
type Manifest = Record<string, Chunk>;

test.each([
  ['the sign-in page', ['src/identity/session/sign-in.tsx']],
  ['the dashboard', ['src/usage/dashboard/page.tsx']],
  ['the flags', ['src/flags/flags/page.tsx']],
  ['a flag', ['src/flags/flag/page.tsx']],
  ['a change request', ['src/approvals/change-request/page.tsx']],
])('the scripts of the first load of %s stay under 250 kB', (_, modules) => {
  const manifest = JSON.parse(read('manifest.json').toString()) as Manifest;
  const files = new Set(['index.html']);
  for (const name of ['index.html', ...modules]) collect(manifest, name, files);

  const scripts = [...files].filter((file) => file.endsWith('.js'));
  const sizes = scripts.map((file) => [file, gzipSync(read(file)).length] as const);
  const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);

  expect(total, JSON.stringify(Object.fromEntries(sizes), null, 1)).toBeLessThan(limitBytes);
});

test('a page is not part of the first load of another', () => {
  const manifest = JSON.parse(read('manifest.json').toString()) as Manifest;
  const files = new Set<string>();
  collect(manifest, 'index.html', files);

  expect(files).not.toContain(manifest['src/flags/flags/page.tsx']?.file);
  expect(manifest['src/flags/flags/page.tsx']).toBeDefined();
});

test('German texts of pages are in one file, which pages in English do not load', () => {
  const manifest = JSON.parse(read('manifest.json').toString()) as Manifest;
  const german = manifest['src/german.ts']?.file ?? '';
  const scripts = readdirSync(new URL('assets/', built))
    .map((name) => `assets/${name}`)
    .filter((file) => file.endsWith('.js'));
  const places = sampleTexts().map(({ path, text }) => ({
    path,
    found: scripts.filter((file) => read(file).includes(text)),
  }));

  expect(places.length).toBeGreaterThan(3);
  expect(places.filter(({ found }) => found.join() !== german)).toEqual([]);
  expect(gzipSync(read(german)).length).toBeLessThan(germanLimitBytes);
});

/** A long text of each German catalogue of pages. */
function sampleTexts() {
  const root = new URL('src/', import.meta.url);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\/texts\.de\.tsx?$/.test(path) && !ofFrame.test(path.replace('.de.', '.')))
    .map((path) => {
      const source = readFileSync(new URL(path, root), 'utf8');
      const texts = [...source.matchAll(/: '([^'\\\n]{12,})',$/gm)].map(([, text = '']) => text);
      return { path, text: texts.sort((one, other) => other.length - one.length)[0] };
    })
    .filter((sample): sample is { path: string; text: string } => sample.text !== undefined);
}

function collect(manifest: Manifest, name: string, files: Set<string>): void {
  const chunk = manifest[name];
  expect(chunk, `${name} is in the manifest`).toBeDefined();
  if (!chunk || files.has(chunk.file)) return;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
  for (const imported of chunk.imports ?? []) collect(manifest, imported, files);
}

function read(file: string): Buffer {
  expect(existsSync(new URL('manifest.json', built)), 'run npm run build first').toBe(true);
  return readFileSync(new URL(file, built));
}
