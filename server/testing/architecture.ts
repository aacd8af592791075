import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';

/** A source file, with the paths it imports; all paths are relative to `server/`. */
export type Source = { path: string; text: string; imports: string[] };

const root = fileURLToPath(new URL('..', import.meta.url));

export const sources: Source[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => path.split(sep).join('/'))
  .map((path) => sourceOf(path, readFileSync(join(root, path), 'utf8')));

/** All code and SQL below folders of the repository, without installed packages. */
export function filesIn(folders: readonly string[]): { path: string; text: string }[] {
  const repository = join(root, '..');
  return folders
    .flatMap((folder) =>
      readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
        join(folder, path),
      ),
    )
    .filter((path) => /\.(ts|tsx|mjs|sql)$/.test(path) && !path.includes('node_modules'))
    .map((path) => ({ path, text: readFileSync(join(repository, path), 'utf8') }));
}

/** Value imports, type imports, re-exports and dynamic imports alike. */
export function sourceOf(path: string, text: string): Source {
  const specifiers = text.matchAll(/(?:\bfrom|\bimport\()\s*'(\.[^']+)'/g);
  const imports = [...specifiers].map(([, specifier = '']) =>
    normalize(join(dirname(path), specifier))
      .split(sep)
      .join('/'),
  );
  return { path, text, imports: [...new Set(imports)] };
}

/** What is loaded with a file: neither types nor what is imported later. */
export const loadedBy = ({ path, text }: { path: string; text: string }) =>
  sourceOf(path, text.replaceAll(/^(import|export) type [^;]*;|\bimport\([^)]*\)/gm, '')).imports;

export const folderOf = (path: string) => dirname(path);
export const fileOf = (path: string) => path.split('/').at(-1) ?? path;
/** Files directly in `server/` are the composition root. */
export const domainOf = (path: string) => (path.includes('/') ? path.split('/', 1)[0] : 'root');

/** Which domain imports which, and by which files. */
export function domainEdges(code: readonly Source[]): Map<string, string[]> {
  const edges = new Map<string, string[]>();
  for (const { path, imports } of code) {
    for (const imported of imports) {
      const edge = `${domainOf(path)} → ${domainOf(imported)}`;
      if (domainOf(path) === domainOf(imported)) continue;
      edges.set(edge, [...(edges.get(edge) ?? []), `${path} imports ${imported}`]);
    }
  }
  return edges;
}

/** One cycle of the graph as the nodes along it; undefined if there is none. */
export function findCycle(graph: Readonly<Record<string, readonly string[]>>) {
  const finished = new Set<string>();
  const visit = (node: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (finished.has(node)) return undefined;
    for (const next of graph[node] ?? []) {
      const cycle = visit(next, [...path, node]);
      if (cycle) return cycle;
    }
    finished.add(node);
    return undefined;
  };
  for (const node of Object.keys(graph)) {
    const cycle = visit(node, []);
    if (cycle) return cycle;
  }
  return undefined;
}

const declaration = /^( *)(?:export )?(?:const|let) (\w+)(?:: .+)? = new (?:Map|Set)\b/;

/**
 * Maps and sets that outlive the call that fills them: those of a module that a function writes, and
 * those of a function that a closure writes. A WeakMap is bounded by its keys and does not count.
 */
export function lastingCollections({ text }: Source): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const [, indent = '', name] = line.match(declaration) ?? [];
    if (name === undefined) return [];
    const write = new RegExp(`\\b${name}\\.(?:set|add)\\(`);
    return isWrittenByFunction(scopeAfter(lines, at, indent.length), write) ? [name] : [];
  });
}

/** The lines after a declaration where it is visible; the code is formatted, so indents are blocks. */
function scopeAfter(lines: readonly string[], at: number, indent: number): string[] {
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => line !== '' && indentOf(line) < indent);
  return end === -1 ? rest : rest.slice(0, end);
}

function isWrittenByFunction(scope: readonly string[], write: RegExp): boolean {
  return scope.some((line, at) => {
    const column = line.search(write);
    if (column === -1) return false;
    return [line.slice(0, column), ...blocksAround(scope, at)].some(beginsFunction);
  });
}

/** The first lines of the blocks that a line is in. */
function blocksAround(lines: readonly string[], at: number): string[] {
  let inner = indentOf(lines[at] ?? '');
  return lines
    .slice(0, at)
    .reverse()
    .filter((line) => {
      if (line === '' || indentOf(line) >= inner) return false;
      inner = indentOf(line);
      return true;
    });
}

const indentOf = (line: string) => line.length - line.trimStart().length;

/** A callback argument runs during the call; its line leaves a bracket open. */
function beginsFunction(line: string): boolean {
  return /\bfunction\b/.test(line) || /^[^(]*=>/.test(withoutBrackets(line));
}

function withoutBrackets(line: string): string {
  const shorter = line.replace(/\([^()]*\)/g, '');
  return shorter === line ? line : withoutBrackets(shorter);
}

/** Whether a literal is spread into an object or list: `{ ...{ a }, b }`. */
export function spreadsLiteral(path: string, text: string): boolean {
  let found = false;
  const search = (members: readonly (Node | null)[]) => {
    const spread = members.map((each) => each && 'argument' in each && (each.argument as Node));
    found ||= spread.some((each) => each && /^(Object|Array)Expression$/.test(each.type));
  };
  new Visitor({
    ObjectExpression: ({ properties }) => search(properties),
    ArrayExpression: ({ elements }) => search(elements),
  }).visit(parseSync(path, text).program);
  return found;
}

type Node = { type: string };
