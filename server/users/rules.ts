import { createHash } from 'node:crypto';

type Names = { id: number; name: string | null; username: string | null; email: string | null };

/** The picture shown for a user: made from what names them, so that it needs no upload. */
export function imageUrlOf({ email, username, id }: Pick<Names, 'email' | 'username' | 'id'>) {
  const seed = (email ?? username ?? String(id)).trim().toLowerCase();
  const digest = createHash('sha256').update(seed).digest('hex');
  return `https://gravatar.com/avatar/${digest}?s=42&d=retro&r=g`;
}

/** What a person is called on a page. */
export const displayNameOf = ({ name, username, email }: Omit<Names, 'id'>) =>
  name ?? username ?? email ?? 'unknown';
