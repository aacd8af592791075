import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { App } from '../app.ts';
import { composeLinkMail } from '../identity/password-links/commands.ts';
import { sendMailsJob } from '../platform/mail/job.ts';
import { atEnd } from './cleanup.ts';

export type MailServer = { port: number; received: ReceivedMail[] };

export type ReceivedMail = Email & { recipients: string[]; link: string };

/** A real SMTP server that parses what it gets. */
export async function aMailServer(
  options: SMTPServerOptions = {},
  close: (work: () => unknown) => void = atEnd,
): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      void buffer(stream).then(async (raw) => {
        const mail = await PostalMime.parse(raw);
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const link = /https?:\S+token=\S+/.exec(mail.text ?? '')?.[0] ?? '';
        received.push({ ...mail, recipients, link });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  close(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return { port, received };
}

/** The settings of a server that sends to it. */
export const settingsFor = ({ port }: { port: number }) => ({
  emailHost: '127.0.0.1',
  emailPort: port,
  emailTls: 'none' as const,
});

/** As in `main.ts`; a test runs it explicitly. Returns what it logs. */
export async function sendStoredMails(app: App): Promise<object[]> {
  const { db, inTransaction, settings } = app;
  const logged: object[] = [];
  const { run } = sendMailsJob({
    db,
    inTransaction,
    compose: composeLinkMail(settings.publicUrl + settings.baseUriPath),
    send: app.sendMail ?? (() => Promise.reject(new Error('mail is not configured'))),
    log: { error: (fields) => logged.push(fields) },
  });
  while ((await run()) === 'more');
  return logged;
}
