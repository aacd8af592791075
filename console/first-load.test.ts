import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ofFrame } from './german-texts.ts';

const built = new URL('../dist/console/', import.meta.url);
const limitBytes = 250_000;
const germanLimitBytes = 50_000;

type Chunk = { file: string; css?: string[]; imports?: string[]; src?: string };
type Manifest = Record<string, Chunk>;

/** What the frame of every page shows at once, though it is loaded with `lazy`. */
const shell = ['src/inbox/bell/bell.tsx', 'src/views/saved/sidebar.tsx'];

/** Pages, each with the components that it loads with `lazy` and shows at once. */
test.each<[string, string[]]>([
  ['the sign-in page', ['src/identity/session/sign-in.tsx']],
  [
    'the dashboard',
    [...shell, 'src/usage/dashboard/page.tsx', 'src/approvals/change-requests/to-review.tsx'],
  ],
  [
    'the flags',
    [
      ...shell,
      'src/flags/flags/page.tsx',
      'src/flags/flags/export-flags.tsx',
      'src/ui/table-options.tsx',
      'src/views/saved/view-actions.tsx',
    ],
  ],
  [
    'a project',
    [
      ...shell,
      'src/projects/project/page.tsx',
      'src/projects/project/flags.tsx',
      'src/flags/flags/export-flags.tsx',
      'src/ui/table-options.tsx',
      'src/views/saved/view-actions.tsx',
    ],
  ],
  ['a flag', [...shell, 'src/flags/flag/page.tsx', 'src/flags/flag/pending-requests.tsx']],
  ['a change request', [...shell, 'src/approvals/change-request/page.tsx']],
])('the scripts of the first load of %s stay under the limit', (_, modules) => {
  const manifest = JSON.parse(read('manifest.json').toString()) as Manifest;
  const files = new Set(['index.html']);
  for (const name of ['index.html', ...modules]) collect(manifest, name, files);

  const scripts = [...files].filter((file) => file.endsWith('.js'));
  const sizes = scripts.map((file) => [file, gzipSync(read(file)).length] as const);
  const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);

  expect(total, JSON.stringify(Object.fromEntries(sizes), null, 1)).toBeLessThan(limitBytes);
});

test('messages are not part of the first load, and the frame is complete', () => {
  const source = readFileSync(new URL('src/shell/shell.tsx', import.meta.url), 'utf8');
  const lazily = [...source.matchAll(/lazy\(\(\) => import\('\.\.?\/([^']+)'\)\)/g)].map(
    ([, path = '']) => path.replace(/^\.\.\//, ''),
  );
  const onDemand = ['palette.tsx', 'ui/shortcuts/shortcuts.tsx'];

  expect(lazily.filter((path) => !onDemand.includes(path)).map((path) => `src/${path}`)).toEqual(
    shell,
  );
  const manifest = JSON.parse(read('manifest.json').toString()) as Manifest;
  const files = new Set<string>();
  for (const name of ['index.html', ...shell]) collect(manifest, name, files);
  expect(files).not.toContain(manifest['src/ui/toast-container.tsx']?.file);
});

test('styles choose the colours of a scheme with light-dark()', () => {
  const styles = readdirSync(new URL('assets/', built)).filter((name) => name.endsWith('.css'));
  const replaced = styles.filter((name) => read(`assets/${name}`).includes('--lightningcss-'));

  expect(styles.length).toBeGreaterThan(3);
  expect(replaced).toEqual([]);
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
      const texts = [...source.matchAll(/: '([^'\\\n]{16,})',$/gm)].map(([, text = '']) => text);
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
