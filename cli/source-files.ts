import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { languageOf } from './scanner.ts';

/** A larger file is generated or data. */
const bytesMax = 1024 * 1024;

const neverScanned = new Set(['.git', '.hg', '.svn', 'node_modules']);

/**
 * The source files below a folder in the order of their paths, without what `.gitignore` files
 * exclude. Symbolic links are not followed, so that no file is found twice and no loop is entered.
 */
export function* sourceFilesIn(root: string): Generator<{ path: string; code: string }> {
  yield* filesBelow(root, '', []);
}

function* filesBelow(
  root: string,
  folder: string,
  inherited: readonly Rule[],
): Generator<{ path: string; code: string }> {
  const rules = [...inherited, ...rulesIn(join(root, folder, '.gitignore'), folder)];
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const isFolder = entry.isDirectory();
    if (neverScanned.has(entry.name) || isIgnored(path, isFolder, rules)) continue;
    if (isFolder) yield* filesBelow(root, path, rules);
    else if (entry.isFile() && languageOf(path) !== undefined) {
      const code = readSource(join(root, path));
      if (code !== undefined) yield { path, code };
    }
  }
}

/** Undefined if the file is too large or binary. */
function readSource(file: string): string | undefined {
  if (statSync(file).size > bytesMax) return undefined;
  const start = Buffer.alloc(8192);
  const handle = openSync(file, 'r');
  try {
    const length = readSync(handle, start);
    if (start.subarray(0, length).includes(0)) return undefined;
  } finally {
    closeSync(handle);
  }
  return readFileSync(file, 'utf8');
}

type Rule = { matches: RegExp; negated: boolean; foldersOnly: boolean };

/** The last rule that matches decides, as in Git. */
function isIgnored(path: string, isFolder: boolean, rules: readonly Rule[]): boolean {
  const found = rules.findLast(
    ({ matches, foldersOnly }) => (isFolder || !foldersOnly) && matches.test(path),
  );
  return found !== undefined && !found.negated;
}

function rulesIn(file: string, folder: string): Rule[] {
  return linesOf(file).flatMap((line) => {
    const pattern = line.trimEnd();
    if (pattern === '' || pattern.startsWith('#')) return [];
    const negated = pattern.startsWith('!');
    const body = pattern.slice(negated ? 1 : 0);
    const foldersOnly = body.endsWith('/');
    return [{ matches: expressionOf(body.replace(/\/$/, ''), folder), negated, foldersOnly }];
  });
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** A pattern with a slash begins at the folder of its file, another one matches at any depth. */
function expressionOf(pattern: string, folder: string): RegExp {
  const anchored = pattern.includes('/');
  const below = folder === '' ? '' : `${escaped(folder)}/`;
  const glob = pattern
    .replace(/^\//, '')
    .split(/(\*\*\/|\/\*\*|\*|\?)/)
    .map((part) => wildcards[part] ?? escaped(part))
    .join('');
  return new RegExp(`^${below}${anchored ? '' : '(?:.*/)?'}${glob}$`);
}

const wildcards: Readonly<Record<string, string>> = {
  '**/': '(?:.*/)?',
  '/**': '/.*',
  '*': '[^/]*',
  '?': '[^/]',
};

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
