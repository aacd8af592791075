import type { Event } from '../../audit/event-log/schema.ts';
import type { Encryption } from '../../platform/encryption/encryption.ts';
import type { SendMail } from '../../platform/mail/mailer.ts';
import {
  ForbiddenAddressError,
  type Outbound,
  type OutboundRequest,
} from '../../platform/outbound/client.ts';
import {
  previousSigningSecret,
  type StoredIntegration,
  signingSecret,
} from '../integrations/rules.ts';
import { type HttpKind, isMailKind, type MailKind, type Message } from '../kinds/definition.ts';
import { kindOf } from '../kinds/rules.ts';
import { type Attempt, rangeOf } from './rules.ts';

/** Sends events to an integration; failures are results. Uses no database. */
export type Send = (
  integration: StoredIntegration,
  message: { id: string; events: readonly Event[]; cause: Attempt['cause'] },
) => Promise<Attempt>;

type SenderOptions = {
  outbound: Outbound;
  /** Undefined if mail is not configured. */
  sendMail: SendMail | undefined;
  encryption: Encryption | undefined;
  baseUrl: string;
  timeoutMs: number;
  userAgent: string;
  onAttempt: (result: { kind: string; delivered: boolean }) => void;
};

export function createSender(options: SenderOptions): Send {
  const { encryption, baseUrl, onAttempt } = options;
  return async (integration, { id, events, cause }) => {
    const startedAt = Date.now();
    const kind = kindOf(integration.kind);
    const range = cause === 'test' ? rangeOf([]) : rangeOf(events);
    const result = await attempt(async () => {
      const timestamp = Math.floor(startedAt / 1000);
      const secrets = decrypted(integration, encryption, startedAt);
      const message = { id, timestamp, events, baseUrl, ...secrets };
      return isMailKind(kind)
        ? mailOnce(options, kind, message)
        : postAll(options, kind, kind.requests(message));
    });
    onAttempt({ kind: integration.kind, delivered: result.delivered });
    return {
      cause,
      ...range,
      ...result,
      attemptedAt: new Date(startedAt).toISOString(),
      durationMs: Date.now() - startedAt,
    };
  };
}

type Result = Pick<Attempt, 'delivered' | 'status' | 'error' | 'response' | 'retryAfter'>;

/** Stops at the first request that is worth a retry; all share the time limit of one. */
async function postAll(
  { outbound, timeoutMs, userAgent }: SenderOptions,
  kind: HttpKind,
  requests: readonly OutboundRequest[],
): Promise<Result> {
  const deadline = Date.now() + timeoutMs;
  let result: Result = { delivered: true, status: null, error: null, response: '' };
  for (const request of requests) {
    const headers = { 'user-agent': userAgent, ...request.headers };
    const response = await outbound.post(
      { ...request, headers },
      Math.max(1, deadline - Date.now()),
    );
    const failure = statusFailure(response.status) ?? kind.failureOf?.(response);
    result = {
      delivered: failure === undefined || failure.permanent,
      status: response.status,
      error: failure?.error ?? result.error,
      response: response.text,
      retryAfter: response.retryAfter,
    };
    if (!result.delivered) return result;
  }
  return result;
}

/** Delivered if the mail server accepts at least one recipient. */
async function mailOnce(
  { sendMail, timeoutMs }: SenderOptions,
  kind: MailKind,
  message: Message,
): Promise<Result> {
  if (!sendMail) throw new TargetError('E-mail is not configured: set EMAIL_HOST.');
  const sending = sendMail({ id: message.id, ...kind.mail(message) });
  const refused = await inTime(sending, timeoutMs);
  const error = refused.length === 0 ? null : `The mail server refused ${refused.join(', ')}.`;
  return { delivered: true, status: null, error, response: '' };
}

async function inTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const expired = new Promise<never>((_, reject) => {
    timeout.addEventListener('abort', () => reject(timeout.reason));
  });
  return Promise.race([work, expired]);
}

function statusFailure(status: number) {
  if (status >= 200 && status < 300) return undefined;
  const redirected = status >= 300 && status < 400 ? '; redirects are not followed' : '';
  return { error: `The target returned status ${status}${redirected}.`, permanent: false };
}

async function attempt(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    return { delivered: false, status: null, error: describe(error as Error), response: '' };
  }
}

/** Without addresses, which messages of the system contain. */
function describe(error: Error & { code?: string; responseCode?: number }): string {
  if (error instanceof ForbiddenAddressError || error instanceof TargetError) return error.message;
  if (error.responseCode) return `The mail server responded with ${error.responseCode}.`;
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'No response in time.';
  return `No response: ${error.code ?? error.name}.`;
}

/** With a message for users. */
class TargetError extends Error {}

function decrypted(
  { parameters, secrets, previousSecretUntil }: StoredIntegration,
  encryption: Encryption | undefined,
  now: number,
) {
  const texts = Object.fromEntries(
    Object.entries(secrets).map(([name, text]) => [name, decrypt(encryption, text)]),
  );
  const { [signingSecret]: current, [previousSigningSecret]: previous, ...others } = texts;
  const previousIsValid = previousSecretUntil !== null && now < Date.parse(previousSecretUntil);
  return {
    parameters: { ...parameters, ...others },
    signingSecrets: [current, previousIsValid ? previous : undefined].filter(
      (secret) => secret !== undefined,
    ),
  };
}

function decrypt(encryption: Encryption | undefined, text: string): string {
  try {
    if (encryption) return encryption.decrypt(text);
  } catch {
    // Also a text that was changed in the database.
  }
  throw new TargetError('The secrets cannot be decrypted: check ENCRYPTION_KEY.');
}
