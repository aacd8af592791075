import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createEncryption } from './encryption.ts';
import { findKeys, parseKeys } from './keys.ts';

const key = () => randomBytes(32);

describe('encryption', () => {
  test('any text is decrypted to itself, and encrypted differently each time', () => {
    const { encrypt, decrypt } = createEncryption([key()]);

    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(decrypt(encrypt(text))).toBe(text);
        expect(encrypt(text)).not.toBe(encrypt(text));
      }),
    );
  });

  test('a former key decrypts after it was replaced', () => {
    const [former, current] = [key(), key()];
    const encrypted = createEncryption([former]).encrypt('secret');

    expect(createEncryption([current, former]).decrypt(encrypted)).toBe('secret');
    expect(() => createEncryption([current]).decrypt(encrypted)).toThrow('ENCRYPTION_KEY lacks');
  });

  test('a changed text is refused', () => {
    const { encrypt, decrypt } = createEncryption([key()]);
    const encrypted = encrypt('secret');
    const at = encrypted.length - 5;
    const other = encrypted[at] === 'A' ? 'B' : 'A';

    expect(() => decrypt(encrypted.slice(0, at) + other + encrypted.slice(at + 1))).toThrow();
    expect(() => decrypt('v1.00000000.')).toThrow();
  });
});

describe('keys', () => {
  const options = { encryptionKeys: [], encryptionKeyFile: undefined, databaseUrl: undefined };

  async function aFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'pennon-key-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    return folder;
  }

  test('the embedded database generates one, which only its owner can read, and reuses it', async () => {
    const dataDir = await aFolder();

    const first = await findKeys({ ...options, dataDir });
    const second = await findKeys({ ...options, dataDir });

    const { mode } = await stat(join(dataDir, 'encryption.key'));
    expect(second).toEqual(first);
    expect(first.map(({ length }) => length)).toEqual([32]);
    expect(mode & 0o777).toBe(0o600);
    expect(await readFile(join(dataDir, 'encryption.key'), 'utf8')).toMatch(/^.{44}\n$/);
  });

  test('none is generated for PostgreSQL', async () => {
    const dataDir = await aFolder();

    expect(await findKeys({ ...options, dataDir, databaseUrl: 'postgres://x' })).toEqual([]);
  });

  test('a file may have several; one without a key stops the start', async () => {
    const dataDir = await aFolder();
    const encryptionKeyFile = join(dataDir, 'key');
    const [one, other] = [key(), key()];
    await writeFile(encryptionKeyFile, `${one.toString('hex')}\n${other.toString('base64')}\n`);

    expect(await findKeys({ ...options, dataDir, encryptionKeyFile })).toEqual([one, other]);
    await writeFile(encryptionKeyFile, '\n');
    await expect(findKeys({ ...options, dataDir, encryptionKeyFile })).rejects.toThrow(
      'must be keys of 32 bytes',
    );
  });

  test.each(['', 'short', `${Buffer.alloc(31).toString('base64')}`])('"%s" is refused', (text) => {
    expect(() => parseKeys(text)).toThrow('must be keys of 32 bytes in base64 or hexadecimal');
  });
});
