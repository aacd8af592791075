import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('src/', import.meta.url));
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }));

describe('requests and imports', () => {
  test('every request of the console is in openapi.json', () => {
    const documented = documentedCalls();
    const violations = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/'((?:GET|POST|PUT|PATCH|DELETE) \/[^']*)'/g)]
        .map(([, call = '']) => call)
        .filter((call) => !documented.has(call))
        .map((call) => `${path} calls ${call}`),
    );

    expect(violations).toEqual([]);
    expect(documented.size).toBeGreaterThan(100);
  });

  test('requests are written in files named api.ts, and only src/api.ts sends them', () => {
    const violations = sources.filter(
      ({ path, text }) =>
        (!/(^|\/)api\.ts$/.test(path) && /'(GET|POST|PUT|PATCH|DELETE) \//.test(text)) ||
        (path !== 'api.ts' && /\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon/.test(text)),
    );

    expect(violations.map(({ path }) => path)).toEqual([]);
  });

  test('only types of schema.ts, and types of events with their labels, are imported from the server', () => {
    const violations = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/^(import|export)\b([^;]*?)from '([^']*server\/[^']+)';/gms)]
        .filter(
          ([, , what = '', from = '']) =>
            !/\/server\/events\/(types|labels)\.ts$/.test(from) &&
            (!/^ type\b/.test(what) || !/\/server\/[\w/-]+\/schema\.ts$/.test(from)),
        )
        .map(([statement]) => `${path}: ${statement}`),
    );

    expect(violations).toEqual([]);
  });
});

describe('files', () => {
  test('every table stores its layout under a name of its own', () => {
    const names = sources
      .filter(({ path }) => path !== 'ui/managed-list.tsx' && path !== 'ui/table-layout.ts')
      .flatMap(({ path, text }) => [
        ...[...text.matchAll(/useTableLayout\(([^)]*)\)/g)].map(([, name]) => ({ path, name })),
        ...[...text.matchAll(/<ManagedList\s+name="([^"]+)"/g)].map(([, name]) => ({
          path,
          name: `'${name}'`,
        })),
      ]);
    const count = (name: string | undefined) => names.filter((each) => each.name === name).length;

    expect(names.length).toBeGreaterThan(15);
    expect(names.filter(({ name }) => count(name) > 1 || !/^'[a-z-]+'$/.test(name ?? ''))).toEqual(
      [],
    );
  });

  test('ui/ imports no page, no path and no request', () => {
    const violations = sources
      .filter(({ path }) => path.startsWith('ui/'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/from '(\.[^']+)'/g)]
          .map(([, imported = '']) => join(dirname(path), imported))
          .filter((imported) => !/^(ui\/.+|api\.ts|language\.ts|texts\.ts)$/.test(imported))
          .map((imported) => `${path} imports ${imported}`),
      );

    expect(violations).toEqual([]);
  });

  test('searchable choices are pickers, in which Enter does not send the form', () => {
    const violations = sources.filter(
      ({ path, text }) => !path.startsWith('ui/') && /^\s+searchable$/m.test(text),
    );

    expect(violations.map(({ path }) => path)).toEqual([]);
  });

  test('nothing is loaded from other sites, and no HTML is written as text', () => {
    const violations = sources.filter(({ text }) =>
      /https?:\/\/|dangerouslySetInnerHTML|\beval\(/.test(text),
    );

    expect(violations.map(({ path }) => path)).toEqual([]);
  });

  test('folders are the domains of the server, and shell/ and ui/', () => {
    const server = readdirSync(new URL('../server/', import.meta.url));
    const folders = new Set(
      sources.filter(({ path }) => path.includes('/')).map(({ path }) => path.split('/')[0] ?? ''),
    );

    expect([...folders].filter((folder) => ![...server, 'shell', 'ui'].includes(folder))).toEqual(
      [],
    );
    expect(folders).toContain('flags');
  });

  test('no file is longer than 400 lines, and no folder deeper than three levels', () => {
    const violations = sources.filter(
      ({ path, text }) =>
        (text.split('\n').length > 401 && !isCatalogue(path)) || path.split('/').length > 3,
    );

    expect(violations.map(({ path }) => path)).toEqual([]);
  });

  test('no function is longer than 60 lines', () => {
    const lengths = sources.flatMap(({ path, text }) =>
      functionsOf(path, text).map(({ start, end }) => ({
        where: `${path}:${lineAt(text, start)}`,
        lines: lineAt(text, end) - lineAt(text, start) + 1,
      })),
    );

    expect(lengths.filter(({ lines }) => lines > 60)).toEqual([]);
    expect(lengths.length).toBeGreaterThan(1000);
  });
});

/** All texts of a domain, in one language. */
const isCatalogue = (path: string) => /\/texts(\.de)?\.tsx?$/.test(path);

type Span = { start: number; end: number };

/** All functions of a file, nested ones included. */
function functionsOf(path: string, text: string): Span[] {
  const found: Span[] = [];
  const collect = ({ start, end }: Span) => void found.push({ start, end });
  new Visitor({
    FunctionDeclaration: collect,
    FunctionExpression: collect,
    ArrowFunctionExpression: collect,
  }).visit(parseSync(path, text).program);
  return found;
}

const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length;

/** `GET /api/admin/projects/:projectId`, as routes are written on the server. */
function documentedCalls(): Set<string> {
  const file = new URL('../openapi.json', import.meta.url);
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, Record<string, unknown>>;
  };
  return new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      ),
    ),
  );
}
