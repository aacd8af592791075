import { RequestError } from '../../platform/errors.ts';
import { displayNameOf, type UserNames } from '../users/rules.ts';
import type { LinkRow } from './queries.ts';

/** How long a link is valid. */
export const linkHours = 24;

/** What a link is for, and its page in the console. */
export const linkPages = { 'reset-password': 'reset-password', 'first-password': 'new-user' };

export type LinkPurpose = keyof typeof linkPages;

export const isLinkPurpose = (text: string): text is LinkPurpose => Object.hasOwn(linkPages, text);

/** The names of the errors are those that clients of the Unleash API know. */
export function assertUsable(link: LinkRow | undefined): LinkRow {
  if (!link || (link.expired && !link.used)) {
    throw new RequestError(
      401,
      'InvalidTokenError',
      'The link is unknown or has expired. Request another one.',
    );
  }
  if (link.used) {
    throw new RequestError(
      403,
      'UsedTokenError',
      'The link was used already. Request another one.',
    );
  }
  return link;
}

type Mail = { user: UserNames; baseUrl: string; url: string };

const mails: Readonly<Record<LinkPurpose, (mail: Mail) => { subject: string; text: string[] }>> = {
  'reset-password': ({ user, baseUrl }) => ({
    subject: 'Set a new password for Pennon',
    text: [
      `A new password was requested for ${displayNameOf(user)} at ${baseUrl}.`,
      `Open this link within ${linkHours} hours to choose it.`,
    ],
  }),
  'first-password': ({ user, baseUrl }) => ({
    subject: 'Your account at Pennon',
    text: [
      `An account for ${displayNameOf(user)} was created at ${baseUrl}.`,
      `Open this link within ${linkHours} hours to choose a password. ` +
        'Afterwards, request another link on the sign-in page.',
    ],
  }),
};

export function mailOf(purpose: LinkPurpose, mail: Mail) {
  const { subject, text } = mails[purpose](mail);
  return {
    subject,
    paragraphs: [`Hello ${displayNameOf(mail.user)},`, ...text],
    link: { label: 'Choose a password', url: mail.url },
    note: 'If you did not expect this e-mail, ignore it: nothing changes.',
  };
}
