import { createTransport } from 'nodemailer';
import { htmlOf, type Mail, textOf } from './content.ts';

/** Sends one e-mail; returns the recipients that the mail server refused, unless it was all. */
export type SendMail = (mail: Mail) => Promise<string[]>;

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
    const { rejected } = await transport.sendMail({
      from: emailSender,
      // As objects, because text may contain several addresses.
      to: to.map((address) => ({ name: '', address })),
      subject: content.subject,
      text: textOf(content),
      html: htmlOf(content),
      messageId: `<${id}@pennon>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    return rejected;
  };
}
