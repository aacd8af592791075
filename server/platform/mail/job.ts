import type { Db, Tx } from '../db/open.ts';
import { backoffMs } from '../jobs/backoff.ts';
import type { Job } from '../jobs/runner.ts';
import type { Mail } from './content.ts';
import type { SendMail } from './mailer.ts';
import { claimMails, deleteMail, type StoredMail, saveFailure } from './queries.ts';

/** Composes a stored mail; undefined if there is nobody to send it to. */
export type ComposeMail = (
  tx: Tx,
  mail: Pick<StoredMail, 'id' | 'template' | 'recipient'>,
) => Promise<Omit<Mail, 'id'> | undefined>;

type Options = {
  db: Db;
  inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  compose: ComposeMail;
  send: SendMail;
  log: { error: (fields: object, message: string) => void };
};

/** Longer than all time limits of sending the mails of one lease together. */
const leaseMs = 600_000;
const batchSize = 5;
const retryForMs = 24 * 3_600_000;

/**
 * Sends stored mails, at least once. Nothing of the database is in use while a mail is sent; if the
 * process ends meanwhile, another one sends the mail again after the lease.
 */
export const sendMailsJob = (options: Options): Job => ({
  name: 'send-mails',
  everyMs: 1000,
  run: async () => {
    const mails = await claimMails(options.db, { leaseMs, limit: batchSize });
    for (const mail of mails) await sendOne(options, mail);
    return mails.length === batchSize ? 'more' : 'done';
  },
});

async function sendOne({ db, inTransaction, compose, send, log }: Options, mail: StoredMail) {
  const { id, template, failures, ageMs } = mail;
  const content = await inTransaction((tx) => compose(tx, mail));
  const failure = content && (await attempt(() => send({ id, ...content })));
  if (failure === undefined) return deleteMail(db, mail);
  const final = isPermanent(failure) || ageMs > retryForMs;
  // Without the message, which contains addresses.
  const { code, responseCode } = failure;
  log.error({ mail: id, template, code, responseCode, final }, 'e-mail not sent');
  await (final ? deleteMail(db, mail) : saveFailure(db, mail, backoffMs(failures, Math.random())));
}

type MailFailure = { code?: string; responseCode?: number };

async function attempt(work: () => Promise<unknown>): Promise<MailFailure | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error as MailFailure;
  }
}

/** The server refuses this recipient, as opposed to failing or refusing the credentials. */
const isPermanent = ({ code, responseCode = 0 }: MailFailure) =>
  code === 'EENVELOPE' && responseCode >= 500;
