import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Terminal } from '../server/terminal.ts';
import { Failure } from './failure.ts';

export type Profile = {
  url: string;
  token: string;
  /** Of a token that a login by browser has created. */
  tokenId?: number;
};
export type Profiles = { current: string | null; profiles: Record<string, Profile> };
type Env = Terminal['env'];

export const defaultProfile = 'default';

export function profilesFile(env: Env): string {
  const config = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config');
  return join(config, 'pennon', 'profiles.json');
}

export function readProfiles(env: Env): Profiles {
  const file = profilesFile(env);
  const text = readIfPresent(file);
  if (text === undefined) return { current: null, profiles: {} };
  if (process.platform !== 'win32' && statSync(file).mode & 0o077) {
    throw new Failure(
      `${file} contains tokens and other users can read it. Run: chmod 600 ${file}`,
    );
  }
  return parse(file, text);
}

/** Replaces the file as a whole, so that a process that reads it meanwhile finds the old or the new. */
export function writeProfiles(env: Env, profiles: Profiles): void {
  const file = profilesFile(env);
  const temporary = `${file}.${randomUUID()}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(temporary, `${JSON.stringify(profiles, undefined, 2)}\n`, { mode: 0o600 });
    chmodSync(temporary, 0o600);
    renameSync(temporary, file);
  } catch (error) {
    throw new Failure(`The profiles cannot be saved: ${(error as Error).message}`);
  }
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new Failure(`The profiles cannot be read: ${message}`);
  }
}

function parse(file: string, text: string): Profiles {
  try {
    const { current, profiles } = JSON.parse(text) as Partial<Profiles>;
    const entries = Object.entries(profiles ?? {});
    const valid = entries.filter(
      ([, it]) => typeof it?.url === 'string' && typeof it.token === 'string',
    );
    return {
      current: typeof current === 'string' ? current : null,
      profiles: Object.fromEntries(valid),
    };
  } catch {
    throw new Failure(`${file} is not valid JSON. Correct or delete it, then run: pennon login`);
  }
}
