import { createTransport } from 'nodemailer';
import { htmlOf, type MailContent, textOf } from './content.ts';

/** Sends one e-mail; `id` is the same for each attempt, so that receivers can find duplicates. */
export type SendMail = (mail: MailContent & { id: string; to: string }) => Promise<void>;

export type MailSettings = {
  emailHost: string;
  emailPort: number;
  emailTls: 'starttls' | 'implicit' | 'none';
  emailUser: string | undefined;
  emailPassword: string | undefined;
  emailSender: string;
};

const timeoutMs = 20_000;

export function createMailer(settings: MailSettings): SendMail {
  const { emailHost, emailPort, emailTls, emailUser, emailPassword = '', emailSender } = settings;
  const transport = createTransport({
    host: emailHost,
    port: emailPort,
    secure: emailTls === 'implicit',
    requireTLS: emailTls === 'starttls',
    ignoreTLS: emailTls === 'none',
    ...(emailUser === undefined ? {} : { auth: { user: emailUser, pass: emailPassword } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ id, to, ...content }) => {
    await transport.sendMail({
      from: emailSender,
      // As an object, because text may contain several addresses.
      to: { name: '', address: to },
      subject: content.subject,
      text: textOf(content),
      html: htmlOf(content),
      messageId: `<${id}@pennon>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  };
}
