import { createHash } from 'node:crypto';
import { badData, badDataIn } from '../../platform/errors.ts';
import { builtInRoles } from '../access/rules.ts';
import type { NewUser, User, UserPatch } from './schema.ts';

type Names = { id: number; name: string | null; username: string | null; email: string | null };

export function imageUrlOf({ email, username, id }: Pick<Names, 'email' | 'username' | 'id'>) {
  const seed = (email ?? username ?? String(id)).trim().toLowerCase();
  const digest = createHash('sha256').update(seed).digest('hex');
  return `https://gravatar.com/avatar/${digest}?s=42&d=retro&r=g`;
}

export const displayNameOf = ({ name, username, email }: Omit<Names, 'id'>) =>
  name ?? username ?? email ?? 'unknown';

/** The columns of `UserRow`. */
export const accountColumns = [
  'users.id',
  'users.account_type as accountType',
  'users.username',
  'users.email',
  'users.name',
  'users.root_role_id as rootRole',
  'users.must_change_password as mustChangePassword',
  'users.created_at as createdAt',
  'users.seen_at as seenAt',
  'users.deactivated_at as deactivatedAt',
] as const;

/** At least one user must have this role. */
export const adminRoleId = builtInRoles.admin;

export type UserRow = Names & {
  accountType: 'User' | 'Service Account';
  rootRole: number;
  mustChangePassword: boolean;
  createdAt: string;
  seenAt: string | null;
  /** Null for an active user. */
  deactivatedAt: string | null;
};

export const viewUser = (row: UserRow): User => ({
  ...viewNames(row),
  isAPI: false,
  rootRole: row.rootRole,
  accountType: row.accountType,
  createdAt: row.createdAt,
  seenAt: row.seenAt,
});

export const viewNames = ({ id, name, username, email }: Names): User => ({
  id,
  ...(name !== null && { name }),
  ...(username !== null && { username }),
  ...(email !== null && { email }),
  imageUrl: imageUrlOf({ id, username, email }),
});

/** A user as recorded in events, without the password hash. */
export const userData = ({ id, name, username, email, rootRole }: UserRow) => ({
  id,
  name,
  username,
  email,
  rootRole,
});

export type UserNames = Omit<Names, 'id'>;

export function planUser(input: Omit<NewUser, 'rootRole'>): UserNames & { password?: string } {
  const names = {
    username: textOrNull(input.username, 'username'),
    email: emailOrNull(input.email),
    name: textOrNull(input.name, 'name'),
  };
  if (names.username === null && names.email === null) {
    throw badData('"username" or "email" is required.', '/body/username');
  }
  if (input.password === undefined) return names;
  if (input.password === '' || lengthOf(input.password) > passwordLengthMax) {
    throw badData(`"password" must have 1 to ${passwordLengthMax} characters.`, '/body/password');
  }
  return { ...names, password: input.password };
}

/** Omitted properties are unchanged. */
export function patchNames(before: UserNames, { name, email }: UserPatch): UserNames {
  const after = {
    username: before.username,
    email: email === undefined ? before.email : emailOrNull(email),
    name: name === undefined ? before.name : textOrNull(name, 'name'),
  };
  if (after.username === null && after.email === null) {
    throw badData('A user without a username needs an e-mail.', '/body/email');
  }
  return after;
}

const nameLengthMax = 255;

/** Trimmed; null if blank. */
export function textOrNull(text: string | null | undefined, member: string): string | null {
  const trimmed = text?.trim() ?? '';
  // Invisible characters could make two names look the same.
  if (/[\p{Cc}\p{Cf}]/u.test(trimmed)) {
    throw badData(
      `"${member}" must not contain control or invisible characters.`,
      `/body/${member}`,
    );
  }
  if (trimmed.length > nameLengthMax) {
    throw badData(`"${member}" must have at most ${nameLengthMax} characters.`, `/body/${member}`);
  }
  return trimmed === '' ? null : trimmed;
}

function emailOrNull(text: string | null | undefined): string | null {
  const email = textOrNull(text, 'email');
  if (email === null || /^[^\s@]+@[^\s@]+$/.test(email)) return email;
  throw badData('An e-mail address must look like name@example.com.', '/body/email');
}

const passwordLengthMin = 10;
const passwordLengthMax = 128;

const lengthOf = (text: string) => [...text].length;

const passwordRules: readonly { message: string; holds: (password: string) => boolean }[] = [
  {
    message: `must have at least ${passwordLengthMin} characters`,
    holds: (password) => lengthOf(password) >= passwordLengthMin,
  },
  {
    message: `must have at most ${passwordLengthMax} characters`,
    holds: (password) => lengthOf(password) <= passwordLengthMax,
  },
  {
    message: 'must not repeat a character three times in a row',
    holds: (password) => !/(.)\1\1/su.test(password),
  },
  { message: 'must contain a lower-case letter', holds: (password) => /[a-z]/.test(password) },
  { message: 'must contain an upper-case letter', holds: (password) => /[A-Z]/.test(password) },
  { message: 'must contain a digit', holds: (password) => /[0-9]/.test(password) },
  { message: 'must contain a symbol', holds: (password) => /[^A-Za-z0-9]/.test(password) },
];

/** Empty if the password is strong enough. */
export const violatedPasswordRules = (password: string): string[] =>
  passwordRules.filter(({ holds }) => !holds(password)).map(({ message }) => message);

export function assertStrongPassword(password: string): void {
  const violated = violatedPasswordRules(password);
  if (violated.length === 0) return;
  throw badDataIn(
    'The password is too weak. See details.',
    violated.map((message) => ({ message, path: '/body/password' })),
  );
}

export function assertSamePassword(password: string, confirmPassword: string | undefined): void {
  if (confirmPassword === undefined || confirmPassword === password) return;
  throw badData('"password" and "confirmPassword" differ.', '/body/confirmPassword');
}
