import { createHash, randomBytes } from 'node:crypto';

/** What is stored of a secret; the secret itself is 28 random bytes, so a plain hash is enough. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex');

export const randomSecret = () => randomBytes(28).toString('hex');
