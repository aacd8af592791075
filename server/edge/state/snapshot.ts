import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataScope } from '../../delivery/sdk/rules.ts';
import type { Encryption } from '../../platform/encryption/encryption.ts';
import type { StoredToken } from '../tokens/tokens.ts';
import { contentFrom } from './rules.ts';
import type { Earlier } from './scope-data.ts';

/** What a restarted edge serves until it reaches the upstream; tokens are stored as hashes. */
export type Snapshot = {
  upstream: string;
  tokens: StoredToken[];
  states: { scope: DataScope; earlier: Earlier }[];
};

type StoredState = DataScope & {
  revision: number | undefined;
  etag: string | undefined;
  served: number;
  /** When the upstream was reached last, in milliseconds since 1970. */
  reachedAt: number;
  features: unknown[];
  segments: unknown[];
};

const fileName = 'edge-state';
const format = 'pennon-edge-1';

/** Writes a new file and renames it, so that there is always a complete one. */
export async function writeSnapshot(
  folder: string,
  snapshot: Snapshot,
  encryption: Encryption | undefined,
): Promise<void> {
  const text = textOf(snapshot);
  const body = encryption ? encryption.encrypt(text) : text;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [path, fresh] = [join(folder, fileName), join(folder, `${fileName}.new`)];
  try {
    const file = await open(fresh, 'w', 0o600);
    try {
      await file.writeFile(`${format} ${hashOf(body)}\n${body}`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => {});
    throw error;
  }
}

/** Undefined if there is none; throws if it is damaged, or of another upstream. */
export async function readSnapshot(
  folder: string,
  upstream: string,
  encryption: Encryption | undefined,
): Promise<Snapshot | undefined> {
  const path = join(folder, fileName);
  const file = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  const end = file.indexOf('\n');
  const body = file.slice(end + 1);
  if (file.slice(0, end) !== `${format} ${hashOf(body)}`) throw new Error(`${path} is damaged.`);
  const isEncrypted = !body.startsWith('{');
  if (isEncrypted && !encryption) throw new Error(`${path} is encrypted, and there is no key.`);
  const stored = JSON.parse(isEncrypted && encryption ? encryption.decrypt(body) : body) as {
    upstream: string;
    tokens: StoredToken[];
    states: StoredState[];
  };
  if (stored.upstream !== upstream) throw new Error(`${path} is of another upstream.`);
  return {
    upstream,
    tokens: stored.tokens,
    states: stored.states.map(({ environment, projects, reachedAt, ...state }) => ({
      scope: { environment, projects },
      earlier: {
        revision: state.revision,
        etag: state.etag,
        served: state.served,
        ageMs: Math.max(0, Date.now() - reachedAt),
        content: contentFrom(state),
      },
    })),
  };
}

/** The texts of flags exist already; serializing 10,000 flags again would take 50 ms. */
function textOf({ upstream, tokens, states }: Snapshot): string {
  const parts = states.map(({ scope, earlier }) => {
    const { content, ageMs, ...origin } = earlier;
    const reachedAt = Math.round(Date.now() - Math.min(ageMs, Date.now()));
    const head = JSON.stringify({ ...scope, ...origin, reachedAt }).slice(0, -1);
    const features = [...content.flags.values()].map(({ json }) => json).join(',');
    const segments = JSON.stringify([...content.segments.values()]);
    return `${head},"features":[${features}],"segments":${segments}}`;
  });
  const head = JSON.stringify({ upstream, tokens }).slice(0, -1);
  return `${head},"states":[${parts.join(',')}]}`;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
