import type { Attempt } from './client.ts';
import { LoginRefused } from './refusal.ts';
import { localPath } from './rules.ts';

/** The value of the cookie; it binds the login to the browser that began it. */
export const writeAttempt = (attempt: Attempt): string =>
  Buffer.from(JSON.stringify(attempt)).toString('base64url');

/** Throws if the cookie is absent, or does not belong to the redirect with this query. */
export function readAttempt(cookie: string | undefined, query: string): Attempt {
  const { state, nonce, verifier, next } = parse(cookie ?? '');
  if (typeof state !== 'string' || typeof nonce !== 'string' || typeof verifier !== 'string') {
    throw new LoginRefused('expired', 'there is no login in progress in this browser');
  }
  if (new URLSearchParams(query).get('state') !== state) {
    throw new LoginRefused('expired', 'the state is that of another login');
  }
  const path = localPath(typeof next === 'string' ? next : undefined);
  return { state, nonce, verifier, next: path };
}

function parse(cookie: string): Partial<Record<keyof Attempt, unknown>> {
  try {
    return (JSON.parse(Buffer.from(cookie, 'base64url').toString('utf8')) ?? {}) as object;
  } catch {
    return {};
  }
}
