import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('src/', import.meta.url));

/** Domains whose texts are still in their components. */
const notYet = [
  'api.ts',
  'approvals',
  'audit',
  'delivery',
  'flags',
  'history',
  'identity',
  'installation',
  'integrations',
  'projects',
  'search',
  'shell',
  'ui',
  'unleash',
  'usage/applications',
  'views',
];

/** Code of SDKs, which is the same in every language. */
const code = ['usage/dashboard/snippets.ts'];

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .filter((path) => !/(^|\/)texts(\.de)?\.tsx?$/.test(path) && path !== 'language.ts')
  .filter((path) => !notYet.some((folder) => path.startsWith(folder)) && !code.includes(path))
  .map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }));

test('what people read is in texts.ts of its domain', () => {
  expect(sources.flatMap(({ path, text }) => textsIn(path, text))).toEqual([]);
});

test('the rule finds texts in markup, properties and expressions, and nothing else', () => {
  const found = textsIn(
    'example.tsx',
    `import { a } from 'some package';
     export const view = (n: number) => (
       <Panel className="wide row" title="Flags" gap="xs" onKeyDown={(e) => e.key === 'Enter'}>
         Nothing yet {n === 1 ? 'one flag' : \`\${n} flags\`} {texts.more} · 5
       </Panel>
     );`,
  );

  expect(found.map((line) => line.split(': ')[1])).toEqual([
    'Flags',
    'Nothing yet',
    'one flag',
    'flags',
  ]);
});

/** Values of these properties are never shown. */
const technical =
  /^(className|classNames|style|key|id|htmlFor|name|type|role|href|to|d|viewBox|color|c|bg|w|h|autoComplete|aria-(live|labelledby|describedby|controls)|data-.*)$/;

/** Names of exports, keys, media queries, sizes and styles. */
const notShown =
  /^(Page|Enter|Escape|Home|End|Tab|Space|Delete|Backspace|(Arrow|Page)\w+|Shift|Control|Alt|Meta|\(.*|[\d.]+(px|em|rem|%|vw|vh).*|(var|calc|min|max|light-dark)\(.*|[A-Z]+ \/.*)$/;

const isText = (value: string) =>
  !notShown.test(value.trim()) &&
  (/^\s*\p{Lu}\p{Ll}/u.test(value) || /\p{L}{2,}[,;:.]? +\p{L}/u.test(value));

function textsIn(path: string, text: string): string[] {
  const found: string[] = [];
  const ignored: { start: number; end: number }[] = [];
  const add = (value: string, { start, end }: { start: number; end: number }) => {
    if (ignored.some((range) => range.start <= start && end <= range.end)) return;
    const line = text.slice(0, start).split('\n').length;
    found.push(`${path}:${line}: ${value.trim().replace(/\s+/g, ' ')}`);
  };
  const ignore = (node: { start: number; end: number }) => {
    ignored.push({ start: node.start, end: node.end });
  };
  new Visitor({
    ImportDeclaration: ignore,
    ExportNamedDeclaration: ({ source }) => source && ignore(source),
    ImportExpression: ignore,
    TSLiteralType: ignore,
    JSXAttribute(node) {
      const { name, value } = node;
      if (name.type !== 'JSXIdentifier') return;
      if (technical.test(name.name)) ignore(node);
      else if (
        value?.type === 'Literal' &&
        typeof value.value === 'string' &&
        isShown(name.name, value.value)
      ) {
        add(value.value, value);
        ignore(value);
      }
    },
    JSXText: (node) => {
      if (/\p{L}{2,}/u.test(node.value)) add(node.value, node);
    },
    Literal: (node) => {
      if (typeof node.value === 'string' && isText(node.value)) add(node.value, node);
    },
    TemplateElement: (node) => {
      const value = node.value.cooked ?? '';
      if (isText(value) || /^ \p{L}{2,}|\p{L}{2,} $/u.test(value)) add(value, node);
    },
  }).visit(parseSync(path, text).program);
  return found;
}

const isShown = (name: string, value: string) =>
  isText(value) ||
  (/^(label|title|placeholder|description|note|message|action|noun|alt|empty|aria-label)$/.test(
    name,
  ) &&
    /\p{L}{2,}/u.test(value));
