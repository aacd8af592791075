import type { User } from '../server/identity/users/schema.ts';
import { type Commands, print, type Terminal, type Values } from '../server/terminal.ts';
import { tokenByBrowser } from './browser-login.ts';
import { createClient, path } from './client.ts';
import { parseUrl } from './connection.ts';
import { Failure } from './failure.ts';
import { printJson, printTable } from './output.ts';
import {
  defaultProfile,
  type Profile,
  profilesFile,
  readProfiles,
  writeProfiles,
} from './profiles.ts';
import { promptFor, readLine } from './prompt.ts';

export const loginCommands: Commands = {
  login: {
    summary: 'Log in to a server, and save its address and a token as a profile',
    options: {
      url: { type: 'string', help: 'Address of the server (PENNON_URL)' },
      token: { type: 'string', help: 'The token; other users of this machine may see it' },
      'no-browser': { type: 'boolean', help: 'Print the link instead of opening a browser' },
      profile: { type: 'string', help: `Name of the profile (${defaultProfile})` },
    },
    examples: [
      'pennon login --url https://pennon.example.com',
      'pennon login --url https://pennon.example.com --profile work < token.txt',
    ],
    notes: () => [
      '',
      'In a terminal, opens the console in a browser, where you allow the login; the token is valid for',
      '90 days. Otherwise reads a token from standard input. Pipelines set PENNON_URL and PENNON_TOKEN',
      'instead. Profiles are saved in $XDG_CONFIG_HOME/pennon/profiles.json, readable by their owner',
      'only.',
    ],
    run: logIn,
  },
  logout: {
    summary: 'Delete a profile, and its token if a login by browser created it',
    options: { profile: { type: 'string', help: 'Name of the profile (that of the last login)' } },
    examples: ['pennon logout --profile work'],
    run: logOut,
  },
  profiles: {
    summary: 'List the profiles; the one of the last login is used by default',
    options: { json: { type: 'boolean', help: 'Print JSON' } },
    examples: ['pennon profiles'],
    run: listProfiles,
  },
};

async function logIn(terminal: Terminal, values: Values): Promise<number> {
  const { url, token, profile = defaultProfile } = values as Record<string, string | undefined>;
  const opens = values['no-browser'] !== true;
  if (!/^[\w.-]{1,100}$/.test(profile) || profile === '__proto__') {
    throw new Failure('The name of a profile has letters, digits, ".", "_" and "-".');
  }
  const address = parseUrl(url ?? (terminal.env.PENNON_URL || (await promptForUrl(terminal))));
  const login = token === undefined ? await readToken(terminal, address, opens) : { token };
  const saved = { ...login, url: address, token: login.token.trim() };
  if (!/^[\x21-\x7e]+$/.test(saved.token)) throw new Failure('No valid token was entered.');
  const { user } = await createClient(saved).get<{ user: User }>('/api/admin/user');
  const { profiles } = readProfiles(terminal.env);
  writeProfiles(terminal.env, { current: profile, profiles: { ...profiles, [profile]: saved } });
  const replaced = Object.hasOwn(profiles, profile) ? profiles[profile] : undefined;
  if (replaced) await deleteToken(replaced);
  const name = user.username ?? user.email ?? user.name ?? 'an API token';
  return print(terminal, `Logged in to ${address} as ${name}. Profile: ${profile}.`);
}

async function promptForUrl(terminal: Terminal): Promise<string> {
  if (!terminal.stdin?.isTTY) throw new Failure('The address of the server is missing: --url.');
  const fallback = 'http://localhost:4242';
  return (await promptFor(terminal, `Address of the server (${fallback}): `)).trim() || fallback;
}

async function readToken(
  terminal: Terminal,
  url: string,
  opens: boolean,
): Promise<Pick<Profile, 'token' | 'tokenId'>> {
  const isTty = terminal.stdin?.isTTY === true;
  if (!isTty && opens) return { token: await readLine(terminal) };
  const created = await tokenByBrowser(terminal, url, { opens });
  if (created) return { token: created.secret ?? '', tokenId: created.id };
  const reason = 'This server has no login by browser.';
  if (!isTty) throw new Failure(`${reason} Create a personal token and use --token.`);
  terminal.stderr.write(`${reason} Create a personal token on ${url}/profile and paste it here.\n`);
  return { token: await promptFor(terminal, 'Token (not shown): ', { secret: true }) };
}

/** False if the token stays valid: no login by browser created it, or the server cannot be reached. */
async function deleteToken(profile: Profile): Promise<boolean> {
  if (profile.tokenId === undefined) return false;
  try {
    await createClient(profile).send('DELETE', path`/api/admin/user/tokens/${profile.tokenId}`);
    return true;
  } catch (error) {
    if (error instanceof Failure) return error.status === 401 || error.status === 404;
    throw error;
  }
}

async function logOut(terminal: Terminal, values: Values): Promise<number> {
  const { current, profiles } = readProfiles(terminal.env);
  const name = (values.profile as string | undefined) ?? current ?? defaultProfile;
  if (!Object.hasOwn(profiles, name)) throw new Failure(`There is no profile "${name}".`);
  const { [name]: deleted, ...rest } = profiles;
  writeProfiles(terminal.env, {
    current: current === name ? (Object.keys(rest)[0] ?? null) : current,
    profiles: rest,
  });
  const gone = deleted ? await deleteToken(deleted) : false;
  const token = gone ? 'Its token is deleted too.' : 'Its token stays valid.';
  return print(terminal, `Deleted the profile "${name}" of ${deleted?.url}. ${token}`);
}

async function listProfiles(terminal: Terminal, values: Values): Promise<number> {
  const { current, profiles } = readProfiles(terminal.env);
  const rows = Object.entries(profiles).map(([name, { url }]) => ({
    name,
    url,
    current: name === current,
  }));
  if (values.json) return printJson(terminal, rows);
  if (rows.length === 0 && terminal.stdout.isTTY) {
    return print(terminal, `There are no profiles in ${profilesFile(terminal.env)}.`);
  }
  return printTable(
    terminal,
    ['profile', 'address', 'current'],
    rows.map((row) => [row.name, row.url, row.current ? 'yes' : 'no']),
  );
}
