import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';
import { describe, expect, test } from 'vitest';
import { ofFrame } from './german-texts.ts';

const root = fileURLToPath(new URL('src/', import.meta.url));

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }));

const isCatalogue = ({ path }: { path: string }) => /(^|\/)texts(\.de)?\.tsx?$/.test(path);
const catalogues = files.filter(isCatalogue);
/** Names of languages, code for SDKs and shells, and the syntax of queries. */
const isCode = (path: string) =>
  /^language\.ts$|(^|\/)(curl|snippets|search-params|view-query)\.tsx?$/.test(path);

const sources = files.filter((file) => !isCatalogue(file) && !isCode(file.path));

describe('what people read', () => {
  test('is in texts.ts of its domain', () => {
    expect(sources.flatMap(({ path, text }) => textsIn(path, text))).toEqual([]);
  });

  test('has dates and numbers of its language', () => {
    const english = /Intl\.\w+\('|toLocale\w*String\(/;

    expect(sources.filter(({ text }) => english.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('is found in markup, properties and expressions, and nothing else is', () => {
    const found = textsIn(
      'example.tsx',
      `import { a } from 'some package';
       const columns = [{ id: 'Name', label: 'who', cell: ({ on }) => (on ? 'yes' : \`no\`) }];
       export const view = (n: number) => (
         <Panel className="wide row" title="Flags" gap="xs" onKeyDown={(e) => e.key === 'Enter'}>
           Nothing yet {n === 1 ? 'one flag' : \`\${n} flags\`} {texts.more} · 5 {list.join(' or ')}
           {n > 1 && 'several'} <List items={[{ key: \`row \${n}\`, value: \`group \${n}\` }]} />
         </Panel>
       );
       function View({ type }) {
         if (type === 'Service Account' || problem.includes('needs quotes')) return 'never';
         switch (type) { case 'User': return <Badge aria-keyshortcuts="Control+K" color="red" />; }
         toast('saved');
         return <Dialog confirmLabel="delete" cancel="back">{list.map(() => 'none')}</Dialog>;
       }
       const lines = list.map((each) => ({ key: each, text: 'blank' }));`,
    );

    expect(found.map((line) => line.split(': ')[1])).toEqual([
      'who',
      'yes',
      'no',
      'Flags',
      'Nothing yet',
      'one flag',
      'flags',
      'or',
      'several',
      'never',
      'saved',
      'delete',
      'back',
      'none',
      'blank',
    ]);
  });
});

describe('catalogues', () => {
  test('use the words of CONTRIBUTING.md for people', () => {
    const found = catalogues
      .filter(({ path }) => !path.includes('.de.'))
      .flatMap(({ path, text }) => matchesIn(path, text, replacedWords));

    for (const text of ['It was made', 'Ask the server', 'A project holds flags', 'Questions']) {
      expect(replacedWords.test(text), text).toBe(true);
    }
    expect(found).toEqual([]);
  });

  test('of the server use them too: of events and integrations', () => {
    const server = new URL('../server/', import.meta.url);
    const folders = ['events/catalogue/', 'integrations/kinds/'];
    const paths = folders.flatMap((folder) =>
      readdirSync(new URL(folder, server)).map((name) => `${folder}${name}`),
    );
    const found = ['events/labels.ts', ...paths]
      .filter((path) => !path.endsWith('.test.ts'))
      .flatMap((path) =>
        matchesIn(path, readFileSync(new URL(path, server), 'utf8'), replacedWords),
      );

    expect(found).toEqual([]);
  });

  test('say what was done as "Created X", and write ID in capitals', () => {
    const other =
      /\b(is|are|^The \w+ was) (created|saved|changed|deleted|archived|added|ended)$|\b[Ii]ds?\b/;
    const found = catalogues
      .filter(({ path }) => !path.includes('.de.'))
      .flatMap(({ path, text }) => matchesIn(path, text, other));

    expect(
      ['It is created', 'The link was deleted', 'Client id'].filter((it) => !other.test(it)),
    ).toEqual([]);
    expect(found).toEqual([]);
  });

  test('use one German word for each concept, and a space before an ellipsis', () => {
    const found = catalogues
      .filter(({ path }) => path.includes('.de.'))
      .flatMap(({ path, text }) => matchesIn(path, text, replacedGerman));

    for (const text of ['Ein für alle', 'bekommt es', 'Planen…', 'Nur Admins', 'ist erstellt']) {
      expect(replacedGerman.test(text), text).toBe(true);
    }
    expect(found).toEqual([]);
  });

  test('write percentages without a space, and an ellipsis as one character', () => {
    const found = catalogues.flatMap(({ path, text }) => matchesIn(path, text, /^ %|\d %|\.\.\./));

    expect(found).toEqual([]);
  });

  test('address people politely in German', () => {
    const found = catalogues
      .filter(({ path }) => path.includes('.de.'))
      .flatMap(({ path, text }) => matchesIn(path, text, /\b(du|dich|dir|dein\w*|euch|euer)\b/i));

    expect(found).toEqual([]);
  });

  test('of pages are not part of the first load', () => {
    const first = [...loadedBy('main.tsx')].filter((path) => isCatalogue({ path }));
    const ofPages = first.filter((path) => !ofFrame.test(path.replace('.de.', '.')));

    expect(first).toContain('shell/texts.ts');
    expect(ofPages).toEqual([]);
  });
});

/** Replaced words that people also read in another meaning, such as `Last seen` or the key Home. */
const otherMeanings = ['as of', 'state', 'kept', 'later', 'last', 'home'];

/** The words that CONTRIBUTING.md replaces, also inflected. */
const replacedWords = (() => {
  const guide = readFileSync(new URL('../CONTRIBUTING.md', import.meta.url), 'utf8');
  const [, rows = ''] = /^\| Topic \| Say \| Not \|\n.*\n((?:\|.*\n)*)/m.exec(guide) ?? [];
  const words = rows
    .trim()
    .split('\n')
    .flatMap((row) => row.split('|')[3]?.split(',') ?? [])
    .map((word) => word.replace(/\(.*?\)/, '').trim())
    .filter((word) => !otherMeanings.includes(word));
  return new RegExp(`\\b(${words.join('|')})(s|ed|ing)?\\b`, 'i');
})();

/** Other words for `an`, `erhält`, `endet mit`, `Impression-Daten`, `Secret`, `Administrator`, …; and toasts without `wurde`. */
const replacedGerman = new RegExp(
  [
    /^[Ee]in$|^[Ee]in(:| für | mit $)|: ein( ab |$)|ein oder aus/,
    /bekomm|endet (nicht )?auf|Impressionsdaten|Geheimnis|API-Token (zu|des)|Der Tag |Ausprobieren/,
    /\b(Admins?|Owner|Viewer)\b(?!-)|\b(anlegen|angelegt)\b|^Auswertung$|lässt sich .*rückgängig/,
    /(^| )(ist|sind) (erstellt|geändert|gespeichert|archiviert|gelöscht|beendet)$|\S…/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** The modules that a page needs before it is shown: without those that are imported later. */
function loadedBy(path: string, loaded = new Set<string>()): Set<string> {
  const file = files.find((each) => each.path === path);
  if (!file || loaded.has(path)) return loaded;
  loaded.add(path);
  for (const [, from = ''] of file.text.matchAll(/^import (?!type )[^;]*?'(\.[^']+)';/gms)) {
    loadedBy(new URL(from, `file:///${path}`).pathname.slice(1), loaded);
  }
  return loaded;
}

type Span = { start: number; end: number };

const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length;

/** The strings of a catalogue that match. */
function matchesIn(path: string, text: string, pattern: RegExp): string[] {
  const found: string[] = [];
  const check = (value: string, { start }: Span) => {
    if (pattern.test(value)) found.push(`${path}:${lineAt(text, start)}: ${value.trim()}`);
  };
  new Visitor({
    Literal: (node) => typeof node.value === 'string' && check(node.value, node),
    TemplateElement: (node) => check(node.value.cooked ?? '', node),
    JSXText: (node) => check(node.value, node),
  }).visit(parseSync(path, text).program);
  return found;
}

/** Values of these properties are never shown. */
const technical =
  /^(className|classNames|style|key|id|htmlFor|name|type|role|href|to|d|viewBox|color|c|bg|w|h|autoComplete|fontFamily\w*|aria-(live|labelledby|describedby|controls|keyshortcuts)|data-.*)$/;

/** The same for members of objects: identifiers, queries, and the values of choices. */
const technicalMember = /^(key|id|value|query|queryKey|fontFamily\w*)$/;

/** Values of these properties are always shown. */
const shownAttribute =
  /^(label|\w+Label|title|placeholder|description|note|message|action|noun|alt|empty|confirm|cancel|aria-label|aria-description)$/;
const shownMember = /^(label|header|text|placeholder|note|hint|one|many|noun|does|done|empty)$/;

/** Names of exports and errors, keys, states of change requests, media queries, sizes, styles and class names. */
const notShown =
  /^(([A-Z][a-z]+){2,}|Page|Enter|Escape|Home|End|Tab|Space|Delete|Backspace|(Arrow|Page)\w+|Shift|Control|Alt|Meta|Draft|In review|Approved|Scheduled|Applied|Cancelled|Rejected|\(.*|[\d.]+(px|em|rem|%|vw|vh).*|(var|calc|min|max|light-dark|color-mix)\(.*|[A-Z]+ \/.*|[a-z]+(-[a-z]+)+-?)$/s;

const isText = (value: string) =>
  !notShown.test(value.trim()) &&
  (/^\s*\p{Lu}\p{Ll}/u.test(value) || /\p{L}{2,}[,;:.]? +\p{L}/u.test(value));

/** A text between values, such as `and`. */
const isConnective = (value: string) =>
  !notShown.test(value.trim()) && /^ \p{L}{2,}|\p{L}{2,} $/u.test(value);

/** Of what is certainly shown, only values and names are no texts. */
const hasWord = (value: string) =>
  !/^(Pennon|JSON|\{.*)$/s.test(value.trim()) && /\p{L}{2,}/u.test(value);

function textsIn(path: string, text: string): string[] {
  const found: { at: number; value: string }[] = [];
  const done: Span[] = [];
  const ignore = ({ start, end }: Span) => void done.push({ start, end });
  const add = (value: string, span: Span) => {
    if (done.some(({ start, end }) => start <= span.start && span.end <= end)) return;
    ignore(span);
    found.push({ at: span.start, value: value.trim().replace(/\s+/g, ' ') });
  };
  /** What is shown as it is, also a single word. */
  const addResults = (node: Expression | null | undefined) => {
    for (const { value, span } of resultsOf(node)) if (hasWord(value)) add(value, span);
  };
  new Visitor({
    ImportDeclaration: ignore,
    ExportNamedDeclaration: ({ source }) => source && ignore(source),
    ImportExpression: ignore,
    TSLiteralType: ignore,
    SwitchCase: ({ test: value }) => value && ignore(value),
    BinaryExpression: ({ operator, left, right }) => {
      if (!/^[!=]==$/.test(operator)) return;
      for (const side of [left, right]) if (side.type === 'Literal') ignore(side);
    },
    CallExpression: ({ callee, arguments: values }) => {
      const compares = /\.(includes|startsWith|endsWith)$/.test(
        text.slice(callee.start, callee.end),
      );
      if (compares) values.forEach(ignore);
      const called = callee.type === 'Identifier' ? callee.name : '';
      if (called === 'toast') for (const value of values) addResults(value as Expression);
    },
    Property: ({ key, value }) => {
      const name = key.type === 'Identifier' ? key.name : '';
      if (technicalMember.test(name) && /Literal$/.test(value.type)) ignore(value);
      if (shownMember.test(name)) addResults(value as Expression);
      if (name === 'cell' && value.type === 'ArrowFunctionExpression') {
        addResults(value.body as Expression);
      }
    },
    FunctionDeclaration: ({ id, body }) => {
      if (!/^\p{Lu}/u.test(id?.name ?? '')) return;
      for (const node of body?.body ?? []) {
        const last = node.type === 'IfStatement' ? node.consequent : node;
        if (last.type === 'ReturnStatement') addResults(last.argument as Expression | null);
      }
    },
    JSXAttribute(node) {
      const { name, value } = node;
      if (name.type !== 'JSXIdentifier') return;
      if (technical.test(name.name)) ignore(node);
      else if (shownAttribute.test(name.name)) addResults(value as Expression);
    },
    JSXElement: ({ children }) => {
      for (const child of children) {
        if (child.type === 'JSXExpressionContainer') addResults(child.expression as Expression);
      }
    },
    JSXText: (node) => {
      if (hasWord(node.value)) add(node.value, node);
    },
    Literal: (node) => {
      if (typeof node.value !== 'string') return;
      if (isText(node.value) || isConnective(node.value)) add(node.value, node);
    },
    TemplateElement: (node) => {
      const value = node.value.cooked ?? '';
      if (isText(value) || isConnective(value)) add(value, node);
    },
  }).visit(parseSync(path, text).program);
  return found
    .sort((one, other) => one.at - other.at)
    .map(({ at, value }) => `${path}:${lineAt(text, at)}: ${value}`);
}

/** What the rule needs to know of an expression. */
type Expression = Span & {
  type: string;
  value?: unknown;
  quasis?: (Span & { value: { cooked: string | null } })[];
  expression?: Expression;
  arguments?: Expression[];
  body?: Expression;
  consequent?: Expression;
  alternate?: Expression;
  left?: Expression;
  right?: Expression;
};

/** The strings that an expression may become. */
function resultsOf(node: Expression | null | undefined): { value: string; span: Span }[] {
  if (!node) return [];
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ value: node.value, span: node }] : [];
    case 'TemplateLiteral':
      return (node.quasis ?? []).map((each) => ({ value: each.value.cooked ?? '', span: each }));
    case 'ConditionalExpression':
      return [...resultsOf(node.consequent), ...resultsOf(node.alternate)];
    case 'LogicalExpression':
      return [...resultsOf(node.left), ...resultsOf(node.right)];
    case 'CallExpression':
      // What a list is mapped to is shown in its place.
      return (node.arguments ?? []).flatMap((each) =>
        each.type === 'ArrowFunctionExpression' ? resultsOf(each.body) : [],
      );
    case 'ParenthesizedExpression':
    case 'JSXExpressionContainer':
      return resultsOf(node.expression);
    default:
      return [];
  }
}
