import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const folder = await mkdtemp(join(tmpdir(), 'pennon-readme-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the commands of the first five minutes print what the README shows', async () => {
  const readme = await readFile('README.md', 'utf8');
  const steps = stepsOf(sectionOf(readme, 'The first five minutes'));
  expect(steps.length).toBeGreaterThan(8);

  const outputs = await runAll(steps.map(({ command }) => command));

  steps.forEach(({ command, shown }, index) => {
    expect(withoutSpace(outputs[index] ?? ''), command).toMatch(patternOf(shown));
  });
});

function sectionOf(text: string, title: string): string {
  const [, rest = ''] = text.split(`## ${title}\n`);
  return rest.split('\n## ')[0] ?? '';
}

type Step = { command: string; shown: string };

/** A command starts with `$` and may have several lines; what follows is its output. */
function stepsOf(section: string): Step[] {
  const blocks = [...section.matchAll(/```console\n(.*?)```/gs)].map(([, block = '']) => block);
  return blocks
    .flatMap((block) => block.split(/^\$ /m).slice(1))
    .map((step) => {
      const [command = ''] = /^(?:.*\\\n)*.*\n/.exec(step) ?? [];
      return { command: command.trim(), shown: step.slice(command.length) };
    });
}

/** In one shell, with this clone as `npm start` and `npx pennon`. */
async function runAll(commands: readonly string[]): Promise<string[]> {
  const port = await freePort();
  const pennon = `exec "${process.execPath}" "${resolve('bin/pennon.mjs')}"`;
  await addProgram('npm', `${pennon} start >/dev/null 2>&1`);
  await addProgram('npx', `shift; ${pennon} "$@"`);
  const separator = '=== next command ===';
  const isListening = `until curl -sf localhost:${port}/health >/dev/null; do sleep 0.2; done`;
  const script = commands
    .map((command) => command.replaceAll('localhost:4242', `localhost:${port}`))
    .map((command) => (command.endsWith('&') ? `${command}\n${isListening}` : command))
    .join(`\necho; echo '${separator}'\n`);
  const env = {
    PATH: `${folder}:${process.env.PATH}`,
    PORT: String(port),
    HTTP_HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
  };
  const { stdout } = await promisify(execFile)('bash', ['-c', `${script}\nkill %1; wait`], {
    env,
    maxBuffer: 64_000_000,
  });
  return stdout.split(separator);
}

async function addProgram(name: string, line: string): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\n${line}\n`);
  await chmod(join(folder, name), 0o755);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

/** Lines are wrapped in the README. */
const withoutSpace = (text: string) => text.replaceAll(/\s/g, '');

/** `…` is any text; numbers, identifiers and the password differ from run to run. */
function patternOf(shown: string): RegExp {
  const literal = withoutSpace(shown).replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const pattern = literal
    .replace(/(shownonce:)\S+?(?=…|$)/, '$1[\\w-]+')
    .replaceAll(/[\da-f]{8}-(…|[\da-f-]{27})/g, '…')
    .replaceAll(/\d+/g, '\\d+')
    .replaceAll('…', '.*');
  return new RegExp(`^${pattern}$`, 's');
}
