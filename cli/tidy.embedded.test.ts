import { describe, expect, test } from 'vitest';
import { filesIn, loadedBy, sourceOf, sources } from '../server/testing/architecture.ts';

/** What the client loads of the server: the parsing of arguments and pure files. */
const sharedWithClient = [
  'server/command-line.ts',
  'server/terminal.ts',
  'server/version.ts',
  'server/edge/upstream/blocks.ts',
  'server/events/catalogue/markdown.ts',
  'server/mcp/messages.ts',
  'server/platform/query-language/printer.ts',
  'server/platform/query-language/syntax.ts',
];
/** Loaded only to run or list the commands of the server. */
const serverEntries = ['server/cli.ts', 'server/commands.ts'];

describe('the client', () => {
  const client = filesIn(['cli'])
    .map(({ path, text }) => sourceOf(path.replaceAll('\\', '/'), text))
    .filter(({ path }) => !path.endsWith('.test.ts'));

  test('loads of the server only shared files; of schemas it has types', () => {
    const trespasses = client.flatMap((source) =>
      loadedBy(source)
        .filter((imported) => !imported.startsWith('cli/') && !sharedWithClient.includes(imported))
        .map((imported) => `${source.path} imports ${imported}`),
    );
    const lazily = client.flatMap((source) =>
      source.imports
        .filter((imported) => serverEntries.includes(imported))
        .map((imported) => `${source.path} imports ${imported}`),
    );

    expect(client.length).toBeGreaterThan(5);
    expect(trespasses).toEqual([]);
    expect(lazily.sort()).toEqual([
      'cli/commands.ts imports server/commands.ts',
      'cli/main.ts imports server/cli.ts',
    ]);
  });

  test('is imported by nothing in the server but tests', () => {
    const importers = sources
      .filter(({ path }) => !path.endsWith('.test.ts') && !path.startsWith('testing/'))
      .filter(({ imports }) => imports.some((it) => it.startsWith('../cli/')));

    expect(importers.map(({ path }) => path)).toEqual([]);
  });

  test('loads packages only with the command that needs them', () => {
    const eager = client.filter(({ text }) =>
      /^import (?!type)[^;]*from '(?![./]|node:)/m.test(text),
    );

    expect(eager.map(({ path }) => path)).toEqual([]);
  });
});
