import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../config-error.ts';

const keyBytes = 32;

type KeyOptions = {
  encryptionKeys: readonly Buffer[];
  encryptionKeyFile: string | undefined;
  databaseUrl: string | undefined;
  dataDir: string;
};

/**
 * The configured keys; for the embedded database without any, a generated one beside it. Processes on
 * PostgreSQL must share a key outside the database, so none is generated for them.
 */
export async function findKeys(options: KeyOptions): Promise<readonly Buffer[]> {
  const { encryptionKeys, encryptionKeyFile, databaseUrl, dataDir } = options;
  if (encryptionKeys.length > 0) return encryptionKeys;
  if (encryptionKeyFile !== undefined) return readKeys(encryptionKeyFile);
  if (databaseUrl !== undefined) return [];
  const file = join(dataDir, 'encryption.key');
  const generated = `${randomBytes(keyBytes).toString('base64')}\n`;
  // Fails if the file exists; the folder belongs to this process.
  await writeFile(file, generated, { mode: 0o600, flag: 'wx' }).catch(() => {});
  return readKeys(file);
}

/** Keys of 32 bytes in base64 or hexadecimal, separated by commas or white space. */
export function parseKeys(text: string): Buffer[] {
  const keys = text
    .split(/[\s,]+/)
    .filter((item) => item !== '')
    .map((item) => Buffer.from(item, /^[0-9a-f]{64}$/i.test(item) ? 'hex' : 'base64'));
  if (keys.length > 0 && keys.every((key) => key.length === keyBytes)) return keys;
  throw new Error(`must be keys of ${keyBytes} bytes in base64 or hexadecimal`);
}

async function readKeys(file: string): Promise<readonly Buffer[]> {
  try {
    return parseKeys(await readFile(file, 'utf8'));
  } catch (error) {
    throw new ConfigError(
      `The encryption key in ${file} cannot be used: ${(error as Error).message}`,
    );
  }
}
