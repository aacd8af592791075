import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const own = JSON.parse(read('package.json')).dependencies as Record<string, string>;
const ofPennon = JSON.parse(read('../package.json')).devDependencies as Record<string, string>;

test('docs/compatibility.md lists the installed versions', () => {
  const rows = [...read('../docs/compatibility.md').matchAll(/^\| `([@\w/-]+)` \| ([\d.]+) \|/gm)];
  const listed = Object.fromEntries(rows.map(([, name = '', version]) => [name, version]));
  const clients = Object.keys(own).filter((name) => /unleash/.test(name));

  expect(Object.keys(listed)).toEqual(expect.arrayContaining(clients));
  for (const [name, version] of Object.entries(listed)) {
    expect(own[name] ?? version, name).toBe(version);
    expect(ofPennon[name] ?? version, name).toBe(version);
  }
});
