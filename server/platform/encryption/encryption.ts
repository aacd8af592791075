import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Encrypts secrets that must be stored and read again. */
export type Encryption = {
  encrypt: (text: string) => string;
  /** Throws if no key fits, or the text was changed. */
  decrypt: (encrypted: string) => string;
};

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** The first key encrypts; the others decrypt what was encrypted before a change of the key. */
export function createEncryption(keys: readonly [Buffer, ...Buffer[]]): Encryption {
  const [current] = keys;
  return {
    encrypt: (text) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, current, iv);
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const sealed = Buffer.concat([iv, cipher.getAuthTag(), content]);
      return `v1.${idOf(current)}.${sealed.toString('base64url')}`;
    },
    decrypt: (encrypted) => {
      const [version, id, text = ''] = encrypted.split('.');
      const key = keys.find((candidate) => idOf(candidate) === id);
      if (version !== 'v1' || !key) throw new Error('ENCRYPTION_KEY lacks the key of a secret.');
      const sealed = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes));
      decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
      const content = sealed.subarray(ivBytes + tagBytes);
      return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
    },
  };
}

/** Identifies the key of a secret, without revealing it. */
const idOf = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 8);
