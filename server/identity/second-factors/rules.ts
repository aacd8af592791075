import { createHmac, timingSafeEqual } from 'node:crypto';
import { conflict, RequestError } from '../../platform/errors.ts';

/** RFC 6238 with its defaults, which every authenticator app supports. */
const stepMs = 30_000;
const digits = 6;

/** Clocks differ, and a code may be entered after its end. */
const tolerance = [0, -1, 1];

/** The time step of the code, if it is valid now. */
export function stepOf(secret: Buffer, code: string, now: number): number | undefined {
  const current = Math.floor(now / stepMs);
  const given = Buffer.from(code);
  return tolerance
    .map((offset) => current + offset)
    .find((step) => {
      const expected = Buffer.from(codeAt(secret, step));
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
}

export const codeNow = (secret: Buffer, now: number) => codeAt(secret, Math.floor(now / stepMs));

/** RFC 4226: a part of the digest that its last byte selects. */
function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.max(0, step)));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without padding. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('');
}

export function uriOf(secret: string, account: string): string {
  const label = `Pennon:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=Pennon`;
}

/** In groups of four, which are easier to copy by hand. */
export const recoveryCodeOf = (bytes: Buffer) =>
  (base32(bytes).toLowerCase().match(/.{4}/g) ?? []).join('-');

/** As it is stored: without separators, in lower case. */
export const plainCode = (code: string) => code.replaceAll(/[\s-]/g, '').toLowerCase();

export const isAppCode = (plain: string) => /^\d{6}$/.test(plain);

/** The password was right. */
export const codeRequired = () =>
  new RequestError(401, 'SecondFactorRequired', 'Enter the code of your authenticator app.');

export const setUpRequired = () =>
  new RequestError(
    401,
    'SecondFactorSetUpRequired',
    'This server requires a second factor. Set it up to log in.',
  );

export const wrongCode = () =>
  new RequestError(
    401,
    'SecondFactorRequired',
    'The code is wrong or was used already. Enter the current one.',
  );

export const alreadySetUp = () =>
  conflict('The account has a second factor already. Remove it first.');
