import { createHash, randomBytes } from 'node:crypto';

/** The secret has 28 random bytes, so it needs neither salt nor a slow hash. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex');

export const randomSecret = () => randomBytes(28).toString('hex');
