import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { referencesIn, repositoryName } from './scan.ts';
import { findPlaces } from './scanner.ts';
import { sourceFilesIn } from './source-files.ts';

const names = new Set(['new-checkout', 'new_checkout']);

const placesIn = (code: string, extension: string) =>
  findPlaces(code, extension, names).map(({ flag, line, inComment }) =>
    [flag, line, ...(inComment ? ['comment'] : [])].join(' '),
  );

describe('a flag is found', () => {
  test.each([
    ['ts', "if (client.isEnabled('new-checkout')) {", ['new-checkout 1']],
    ['tsx', "<p>Don't {on('new-checkout')}</p>", ['new-checkout 1']],
    ['js', 'const flag = `new-checkout`;', ['new-checkout 1']],
    ['mjs', '\n\nexport const CHECKOUT = "new-checkout";', ['new-checkout 3']],
    ['py', "if unleash.is_enabled('''new-checkout'''):", ['new-checkout 1']],
    ['go', 'unleash.IsEnabled(`new-checkout`)', ['new-checkout 1']],
    ['java', '@Flag("new-checkout")', ['new-checkout 1']],
    ['kt', 'val x = """new-checkout"""', ['new-checkout 1']],
    ['cs', 'client.IsEnabled(@"new-checkout")', ['new-checkout 1']],
    ['rb', 'enabled?(:new_checkout) && on?("new-checkout")', ['new_checkout 1', 'new-checkout 1']],
    ['php', "$client->isEnabled('new-checkout');", ['new-checkout 1']],
    ['rs', 'is_enabled(r#"new-checkout"#)', ['new-checkout 1']],
    ['swift', 'isEnabled(name: "new-checkout")', ['new-checkout 1']],
  ])('in %s: %s', (extension, code, expected) => {
    expect(placesIn(code, extension)).toEqual(expected);
  });

  test.each([
    [
      'ts',
      "// remove 'new-checkout'\nf('new-checkout')",
      ['new-checkout 1 comment', 'new-checkout 2'],
    ],
    ['ts', '/*\n * `new-checkout`\n */', ['new-checkout 2 comment']],
    ['ts', "f('http://x/*'); g('new-checkout')", ['new-checkout 1']],
    ['ts', "const r = /['/*]/; g('new-checkout') // 'new-checkout'", ['new-checkout 1']],
    ['ts', "a('/* open'); /* never closed 'new-checkout'", ['new-checkout 1']],
    ['py', "f('#') # 'new-checkout'", ['new-checkout 1 comment']],
    ['java', '// `new-checkout`', ['new-checkout 1 comment']],
    [
      'php',
      "# 'new-checkout'\n// 'new-checkout'",
      ['new-checkout 1 comment', 'new-checkout 2 comment'],
    ],
  ])('in comments of %s: %s', (extension, code, expected) => {
    expect(placesIn(code, extension)).toEqual(expected);
  });

  test.each([
    ['ts', "f('new-checkout-2'); f('my-new-checkout'); f(new-checkout)"],
    ['ts', 'f(\'new-checkout"); f("new-\\\ncheckout\')'],
    ['java', "f('new-checkout')"],
    ['rb', 'Checkout::new_checkout; a.new_checkout'],
  ])('not in other names or quotes of %s: %s', (extension, code) => {
    expect(placesIn(code, extension)).toEqual([]);
  });

  test('whatever surrounds it, on the right line, in time that is linear in the code', () => {
    const noise = fc.array(fc.constantFrom("'", '"', '`', '/*', '//', '#', '\n', 'a', ' ', '\\'));
    fc.assert(
      fc.property(noise, noise, (before, after) => {
        const start = `${before.join('')}\n`;
        const code = `${start}f("new-checkout")${after.join('')}`;
        const line = start.split('\n').length;

        expect(findPlaces(code, 'ts', names)).toContainEqual(
          expect.objectContaining({ flag: 'new-checkout', line }),
        );
      }),
    );
    expect(placesIn('/*'.repeat(500_000), 'ts')).toEqual([]);
    expect(placesIn('"'.repeat(1_000_000), 'java')).toEqual([]);
  });
});

describe('source files', () => {
  function aFolder(files: Record<string, string>): string {
    const folder = mkdtempSync(join(tmpdir(), 'pennon-scan-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return folder;
  }

  const pathsIn = (folder: string) => [...sourceFilesIn(folder)].map(({ path }) => path);

  test('leave out what .gitignore excludes, packages, binary, large and other files', () => {
    const folder = aFolder({
      '.gitignore': '# built\ndist/\n/top.ts\n*.gen.ts\n!kept.gen.ts\ndocs/**/old\n',
      'top.ts': '',
      'dist/a.ts': '',
      'src/dist/b.ts': '',
      'src/top.ts': '',
      'src/x.gen.ts': '',
      'src/kept.gen.ts': '',
      'docs/a/b/old/c.ts': '',
      'src/.gitignore': 'local.ts\n',
      'src/local.ts': '',
      'local.ts': '',
      'node_modules/p/a.js': '',
      '.git/a.js': '',
      'a.md': '',
      'binary.js': 'a\0b',
      'large.js': 'x'.repeat(1024 * 1024 + 1),
    });

    expect(pathsIn(folder)).toEqual(['local.ts', 'src/kept.gen.ts', 'src/top.ts']);
  });

  test('are not found through symbolic links', () => {
    const folder = aFolder({ 'src/a.ts': '' });
    symlinkSync(folder, join(folder, 'src', 'loop'));
    symlinkSync(join(folder, 'src', 'a.ts'), join(folder, 'b.ts'));

    expect(pathsIn(folder)).toEqual(['src/a.ts']);
  });
});

test.each([
  ['git@github.com:acme/shop.git', 'github.com/acme/shop'],
  ['https://user:secret@github.com/acme/shop.git', 'github.com/acme/shop'],
  ['ssh://git@host:2222/acme/shop/', 'host/acme/shop'],
  ['', undefined],
])('the name of the remote %s is %s', (remote, expected) => {
  expect(repositoryName(remote)).toBe(expected);
});

/** Checked by hand against the files; the versions of the packages are fixed. */
describe('real code bases', () => {
  const usesIn = (folder: string, flags: readonly string[]) => {
    const uses = referencesIn(
      new URL(`../node_modules/${folder}`, import.meta.url).pathname,
      new Set(flags),
    );
    return uses.map(
      ({ flag, path, line, inComment }) => `${flag} ${path}:${line}${inComment ? ' comment' : ''}`,
    );
  };

  test('fastify 5.12.8', () => {
    expect(
      usesIn('fastify/lib', ['preParsing', 'onReady', 'set-cookie', 'http2', 'schemaController']),
    ).toEqual([
      'http2 config-validator.js:6',
      'http2 config-validator.js:421',
      'onReady hooks.js:6',
      'preParsing hooks.js:14',
      'set-cookie reply.js:276',
      'set-cookie reply.js:287',
      'set-cookie reply.js:318',
      'preParsing route.js:313',
      'schemaController schema-controller.js:8 comment',
    ]);
  });

  test('oidc-provider 9.13.3', () => {
    const flags = [
      'dpop',
      'backchannelLogout',
      'resourceIndicators',
      'web_message',
      'private_key_jwt',
    ];

    expect(usesIn('oidc-provider/lib', flags)).toEqual([
      'web_message actions/authorization/request_parameters.js:88',
      'web_message actions/discovery.js:76',
      'private_key_jwt helpers/client_schema.js:193',
      'private_key_jwt helpers/client_schema.js:203',
      'private_key_jwt helpers/client_schema.js:478',
      'private_key_jwt helpers/configuration.js:645',
      'private_key_jwt helpers/configuration.js:648',
      'private_key_jwt helpers/configuration.js:786',
      'private_key_jwt helpers/defaults.js:3156',
      'backchannelLogout helpers/features.js:2',
      'resourceIndicators helpers/features.js:20',
      'web_message helpers/initialize_app.js:144',
      'dpop helpers/oidc_context.js:247',
      'dpop helpers/oidc_context.js:249',
      'private_key_jwt models/client.js:87',
      'web_message response_modes/jwt.js:13',
      'private_key_jwt shared/client_auth.js:48',
      'private_key_jwt shared/client_auth.js:197',
      'private_key_jwt shared/client_auth.js:251',
    ]);
  });
});
