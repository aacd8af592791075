import { createHmac, randomBytes } from 'node:crypto';

/** Signatures of requests by the specification Standard Webhooks 1.0. */

const prefix = 'whsec_';
const secretBytes = 32;

export const newSigningSecret = () => `${prefix}${randomBytes(secretBytes).toString('base64')}`;

/** The specification demands 24 to 64 bytes. */
export function isSigningSecret(text: string): boolean {
  const [, encoded = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const { length } = Buffer.from(encoded, 'base64');
  return length >= 24 && length <= 64;
}

type Signed = { id: string; timestamp: number; body: string };

/** One signature per secret, so that a receiver can change its secret at any time in between. */
export function signatureHeaders(secrets: readonly string[], { id, timestamp, body }: Signed) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    const content = `${id}.${timestamp}.${body}`;
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
