import { createHash } from 'node:crypto';
import { badData, badDataIn } from '../../platform/errors.ts';
import { builtInRoles } from '../access/rules.ts';
import type { NewUser, User, UserPatch } from './schema.ts';

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

/** The columns of a user or a service account, under the names that `UserRow` gives them. */
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
] as const;

/** The predefined role that somebody must always hold. */
export const adminRoleId = builtInRoles.admin;

export type UserRow = Names & {
  accountType: 'User' | 'Service Account';
  rootRole: number;
  mustChangePassword: boolean;
  createdAt: string;
  seenAt: string | null;
};

/** A user as answers show them. */
export const viewUser = (row: UserRow): User => ({
  ...viewNames(row),
  isAPI: false,
  rootRole: row.rootRole,
  accountType: row.accountType,
  createdAt: row.createdAt,
  seenAt: row.seenAt,
});

/** As little of a user as a list to choose from needs. */
export const viewNames = ({ id, name, username, email }: Names): User => ({
  id,
  name,
  username,
  ...(email === null ? {} : { email }),
  imageUrl: imageUrlOf({ id, username, email }),
});

/** A user as events tell of them: never a password or its hash. */
export const userData = ({ id, name, username, email, rootRole }: UserRow) => ({
  id,
  name,
  username,
  email,
  rootRole,
});

export type UserNames = Omit<Names, 'id'>;

/** Settles what a new user is called and logs in with; or says which member is wrong. */
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

/** What the user is called afterwards; members that are not sent stay as they are. */
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

/** Text without blanks around it; nothing but blanks counts as nothing. */
export function textOrNull(text: string | null | undefined, member: string): string | null {
  const trimmed = text?.trim() ?? '';
  // What cannot be seen could make one name look like another.
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
  throw badData('"email" must look like name@example.com.', '/body/email');
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
  { message: 'must hold a lower-case letter', holds: (password) => /[a-z]/.test(password) },
  { message: 'must hold an upper-case letter', holds: (password) => /[A-Z]/.test(password) },
  { message: 'must hold a digit', holds: (password) => /[0-9]/.test(password) },
  { message: 'must hold a symbol', holds: (password) => /[^A-Za-z0-9]/.test(password) },
];

/** What a password lacks, one sentence a rule; empty when it is strong enough. */
export const brokenPasswordRules = (password: string): string[] =>
  passwordRules.filter(({ holds }) => !holds(password)).map(({ message }) => message);

export function assertStrongPassword(password: string): void {
  const broken = brokenPasswordRules(password);
  if (broken.length === 0) return;
  throw badDataIn(
    'The password is too weak. See details.',
    broken.map((message) => ({ message, path: '/body/password' })),
  );
}

/** Typed twice, so that a slip of the finger locks nobody out. */
export function assertSamePassword(password: string, confirmPassword: string | undefined): void {
  if (confirmPassword === undefined || confirmPassword === password) return;
  throw badData('"password" and "confirmPassword" differ.', '/body/confirmPassword');
}
