/** Why a login is refused; the sign-in page of the console has a text for each. */
export type Refusal =
  | 'not-configured'
  | 'provider'
  | 'cancelled'
  | 'expired'
  | 'invalid-response'
  | 'unverified-email'
  | 'domain'
  | 'no-account'
  | 'deactivated'
  | 'other-account';

/** `message` is for the log only. */
export class LoginRefused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'LoginRefused';
    this.refusal = refusal;
  }
}
