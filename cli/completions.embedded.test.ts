import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { atEnd } from '../server/testing/cleanup.ts';
import { runCommand } from '../server/testing/process.ts';

const isMissing = (shell: string) => spawnSync(shell, ['--version']).error !== undefined;

/** Runs a script after the completions were loaded; returns what it printed. */
async function runIn(shell: string, args: string[], script: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pennon-completions-'));
  atEnd(() => rmSync(folder, { recursive: true }));
  const [completions, file] = [join(folder, 'completions'), join(folder, 'script')];
  writeFileSync(completions, (await runCommand(['completion', shell], {})).stdout);
  writeFileSync(file, script.replace('COMPLETIONS', completions));
  const { stdout, stderr } = await promisify(execFile)(shell, [...args, file], { cwd: folder });
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
}

test('bash completes commands and options', async () => {
  const script = `source COMPLETIONS
    try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _pennon; echo "\${COMPREPLY[*]}"; }
    try pennon fl
    try pennon flags ro
    try pennon flags on some-flag --env
    try pennon events tail --follow --pro
    try pennon requests apply --f
    try pennon user cr
    complete -p pennon`;

  expect(await runIn('bash', ['--norc'], script)).toEqual([
    'flags',
    'rollout',
    '--environment',
    '--project --profile',
    '',
    'create',
    'complete -o default -F _pennon pennon',
  ]);
});

test.skipIf(isMissing('zsh'))('zsh completes commands and options, otherwise files', async () => {
  // `compadd` works only while a line is edited.
  const script = `compdef() { print -r -- "compdef $*" }
    compadd() { print -r -- "\${(@M)\${(@)@[2,-1]}:#\${words[CURRENT]}*}" }
    _files() { print files }
    source COMPLETIONS
    try() { words=("$@"); CURRENT=$#; _pennon }
    try pennon fl
    try pennon flags ro
    try pennon flags on some-flag --env
    try pennon events tail --follow --pro
    try pennon user cr
    try pennon unknown x`;

  expect(await runIn('zsh', ['-f'], script)).toEqual([
    'compdef _pennon pennon',
    'flags',
    'rollout',
    '--environment',
    '--project --profile',
    'create',
    'files',
  ]);
});

test.skipIf(isMissing('fish'))('fish completes commands and options', async () => {
  const script = `source COMPLETIONS
    for line in 'pennon fl' 'pennon flags ro' 'pennon flags on some-flag --env' \\
        'pennon events tail --follow --pro' 'pennon requests apply --f' 'pennon apply --f' 'pennon user cr'
      set -l found (complete -C $line)
      echo "$line: $found"
    end`;

  expect(await runIn('fish', ['--no-config'], script)).toEqual([
    'pennon fl: flags',
    'pennon flags ro: rollout',
    'pennon flags on some-flag --env: --environment',
    'pennon events tail --follow --pro: --profile --project',
    'pennon requests apply --f: ',
    'pennon apply --f: --file',
    'pennon user cr: create',
  ]);
});
