import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { adminToken, emptyInstallation, startPennon } from '../../testing/process.ts';
import { next } from '../reviews/rules.ts';

const page = readFileSync(new URL('../../../docs/change-requests.md', import.meta.url), 'utf8');

const block = (language: string) =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? '';

/** A contributor may have only Node; .ci/run installs these tools. */
const hasTools = ['bash', 'curl', 'jq'].every(
  (tool) => spawnSync(tool, ['--version']).error === undefined,
);

describe('docs/change-requests.md', () => {
  test.runIf(hasTools)('the walk-through prints the output on the page', async () => {
    const server = await startPennon(await emptyInstallation());
    const { PATH = '' } = process.env;
    const env = { PATH, URL: server.url, ADMIN: adminToken };

    const { stdout } = await promisify(execFile)('bash', ['-euc', block('sh')], { env });

    expect(stdout).toBe(block('text'));
    await server.stop('SIGTERM');
  });

  test('the diagram has exactly the transitions of the server', () => {
    const drawn = [...block('mermaid').matchAll(/^ {2}(\w+) --> (\w+)/gm)].map(
      ([, from, to]) => `${named(from)} → ${named(to)}`,
    );
    const known = Object.entries(next).flatMap(([from, targets]) =>
      targets.map((to) => `${from} → ${to}`),
    );

    const byOtherRequests = ['Approved → In review', 'Scheduled → Approved'];

    expect(drawn.sort()).toEqual([...known, ...byOtherRequests].sort());
  });

  const named = (state = '') => (state === 'InReview' ? 'In review' : state);
});
