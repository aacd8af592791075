import { emailTls, integer, setting, text } from './config-parsers.ts';

/** The mail server. */
export const emailVariables = {
  emailHost: setting(
    ['EMAIL_HOST'],
    'SMTP server that sends e-mails; without it, Admins get links to hand on',
    text,
    undefined as string | undefined,
  ),
  emailPort: setting(['EMAIL_PORT'], 'Port of the SMTP server', integer(1, 65535), 587),
  emailTls: setting(
    ['EMAIL_TLS', 'EMAIL_SECURE'],
    'starttls or false: required after connecting; implicit or true: from the start; none',
    emailTls,
    'starttls' as 'starttls' | 'implicit' | 'none',
  ),
  emailUser: setting(
    ['EMAIL_USER'],
    'Username at the SMTP server',
    text,
    undefined as string | undefined,
  ),
  emailPassword: setting(
    ['EMAIL_PASSWORD'],
    'Password at the SMTP server',
    text,
    undefined as string | undefined,
  ),
  emailSender: setting(
    ['EMAIL_SENDER'],
    'Sender of e-mails: an address, or a name and an address in angle brackets',
    text,
    'Pennon <noreply@localhost>',
  ),
};
