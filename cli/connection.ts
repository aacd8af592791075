import type { Terminal } from '../server/terminal.ts';
import { Failure } from './failure.ts';
import { defaultProfile, type Profile, readProfiles } from './profiles.ts';

/** The server and the token of a command: of `--profile`, of the environment, or of the last login. */
export function connectionOf(env: Terminal['env'], chosen?: string): Profile {
  const { PENNON_URL: url, PENNON_TOKEN: token } = env;
  if (chosen === undefined && url && token) return { url: parseUrl(url), token: token.trim() };
  if (chosen === undefined && token) {
    throw new Failure('PENNON_TOKEN is set, but not PENNON_URL, the address of the server.');
  }
  const { current, profiles } = readProfiles(env);
  const name = chosen ?? (url ? profileAt(profiles, parseUrl(url)) : (current ?? defaultProfile));
  const found = name !== undefined && Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (found) return { url: parseUrl(found.url), token: found.token };
  // A token is never sent to another address than the one it was saved for.
  if (chosen === undefined && url) {
    throw new Failure('PENNON_URL is set, but neither PENNON_TOKEN nor a profile of this address.');
  }
  if (chosen !== undefined) throw new Failure(`There is no profile "${chosen}".`);
  throw new Failure('No server is chosen. Run pennon login, or set PENNON_URL and PENNON_TOKEN.');
}

const profileAt = (profiles: Readonly<Record<string, Profile>>, url: string) =>
  Object.keys(profiles).find((name) => profiles[name]?.url === url);

/** An address without a slash at its end. */
export function parseUrl(text: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) {
    throw new Failure(`"${text}" is not an address such as https://pennon.example.com.`);
  }
  return (url.origin + url.pathname).replace(/\/+$/, '');
}
