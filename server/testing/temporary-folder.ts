import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './cleanup.ts';

/** A temporary folder that no other test uses; returns what lists the downloads in it. */
export function aTemporaryFolder(): () => string[] {
  const { TMPDIR: before } = process.env;
  const folder = mkdtempSync(join(tmpdir(), 'pennon-temporary-'));
  process.env.TMPDIR = folder;
  atEnd(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  });
  return () => readdirSync(folder).filter((name) => name.startsWith('pennon-import'));
}
