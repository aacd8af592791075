import type { ReactNode } from 'react';
import { catalogue } from '../language.ts';
import { de } from './texts.de.tsx';

const en = {
  /** Words that several pages of this domain use. */
  shared: {
    changed: (name: string) => `Saved ${name}`,
    changePassword: 'Change password',
    code: 'Code',
    codeNote: 'From your authenticator app, or a recovery code',
    created: 'Created',
    createdNow: (name: string) => `Created ${name}`,
    email: 'E-mail',
    everywhere: 'everywhere',
    expires: 'Expires',
    inProject: 'in a project',
    lastSeen: 'Last seen',
    lastUsed: 'Last used',
    link: 'Link',
    members: 'Members',
    noRole: 'none',
    newPassword: 'New password',
    password: 'Password',
    passwordRules:
      'At least 10 characters, with lowercase and uppercase letters, digits and symbols',
    role: 'Role',
    roles: 'Roles',
    setPassword: 'Set password',
    setUpSecondFactor: 'Set up a second factor',
    showPassword: 'Show the password',
    signIn: 'Sign in',
    username: 'Username',
  },

  apiTokens: {
    title: 'API tokens',
    note: 'SDKs and scripts use them to authenticate.',
    noun: { one: 'API token', many: 'API tokens' },
    empty:
      'SDKs need a token: a client token on a server, a frontend token in a browser or an app.',
    all: 'all',
    newTitle: 'New API token',
    create: 'Create API token',
    nameNote: 'Who uses it, such as the name of the application',
    projectsNote: 'Leave it empty for all projects, including future ones',
    types: {
      client: 'For SDKs on a server: reads flags with their strategies',
      frontend: 'For browsers and apps: reads only evaluated flags',
      admin: 'For scripts: may do everything',
    },
    secretTitle: (name: string) => `API token ${name}`,
    useTitle: 'Use it in code',
    deleteWarning: (name: string, lastUsed: ReactNode): ReactNode => (
      <>
        Applications that still use <b>{name}</b> lose access immediately. Last used: {lastUsed}.
      </>
    ),
  },

  clientLogins: {
    title: 'Allow access from a terminal',
    incomplete: 'This link is not complete. Run pennon login again.',
    cancelled: 'Cancelled. The terminal has no access.',
    allowed: 'Allowed. Return to your terminal; you can close this page.',
    requestTitle: (host: string) => `pennon login on ${host}`,
    request: (user: string): ReactNode => (
      <>
        It wants to act as <b>{user}</b>, with all your permissions. It gets a personal access
        token, which is valid for 90 days and can be deleted on your profile.
      </>
    ),
    warning:
      'Allow it only if you ran the command yourself and your terminal shows the same code. Otherwise, the sender of this link would get your access.',
    allow: 'Allow',
  },

  groups: {
    title: 'Groups',
    note: 'Users who share roles',
    noun: { one: 'group', many: 'groups' },
    empty: 'The roles of a group apply to all its members.',
    roleEverywhere: 'Role everywhere',
    noProjects: 'none',
    formTitle: (name: string) => `Group ${name}`,
    newTitle: 'New group',
    create: 'Create group',
    noUserFound: 'No user with this name',
    roleLabel: 'Role that all members have everywhere',
    mapping: 'SSO group mapping',
    mappingNote: 'Names of the group at your identity provider',
    deleteWarning: (name: string): ReactNode => (
      <>
        <b>{name}</b> is deleted, and its members lose the roles of the group.
      </>
    ),
  },

  inactiveUsers: {
    title: 'Inactive users',
    note: 'Users who have not signed in or used a personal access token for a long time',
    noun: { one: 'inactive user', many: 'inactive users' },
    empty: 'All users were active recently.',
    tokenLastUsed: 'Token last used',
    deleteWarning: (name: string): ReactNode => (
      <>
        <b>{name}</b> can no longer sign in. Their events stay in the event log.
      </>
    ),
  },

  invitations: {
    title: 'Invitations',
    note: 'Everyone who has a link can create an account with it, until it expires or is disabled',
    noun: { one: 'invitation', many: 'invitations' },
    empty: 'Send the link of an invitation to your team, and they choose their own passwords.',
    state: 'State',
    states: { open: 'Open', expired: 'Expired', disabled: 'Disabled' },
    joined: 'Joined',
    enable: (name: string) => `Enable ${name}`,
    disable: (name: string) => `Disable ${name}`,
    enabled: (name: string) => `Enabled the invitation ${name}`,
    disabled: (name: string) => `Disabled the invitation ${name}`,
    secretTitle: (name: string) => `Invitation ${name}`,
    newTitle: 'New invitation',
    create: 'Create invitation',
    nameLabel: 'Name of the invitation',
    nameNote: 'Only administrators see it',
    forEveryone:
      'Everyone who has the link can create an account with it, any number of people, until it expires or you disable it.',
    inDays: (days: number) => (days === 1 ? 'In a day' : `In ${days} days`),
  },

  passwordLinks: {
    joinTitle: 'Join Pennon',
    join: 'Join',
    usernameNote: 'Only if you want to sign in with a name other than your e-mail address',
    welcome: (name: string) =>
      `Welcome, ${name}. Sign in with your e-mail address and your password.`,
    resetTitle: 'Set a new password',
    yourEmail: 'Your e-mail address',
    yourEmailNote: 'You get a link to choose a new password',
    sendLink: 'Send a link',
    sent: 'If a user has this address, an e-mail with a link is on its way. The link works for 24 hours.',
    forUser: (name: string): ReactNode => (
      <>
        For <b>{name}</b>.
      </>
    ),
    login: 'You sign in as',
    done: (login: string) => `Your password is set. Sign in with it as ${login}.`,
  },

  personalTokens: {
    title: 'Personal access tokens',
    noun: { one: 'token', many: 'tokens' },
    empty: 'With a token, a script can do what its owner can, without a password.',
    purpose: 'Purpose',
    newTitle: 'New token',
    create: 'Create token',
    secretTitle: (purpose: string) => `Token ${purpose}`,
    deleteWarning: (purpose: string): ReactNode => (
      <>
        Scripts that still use <b>{purpose}</b> lose access immediately.
      </>
    ),
  },

  profile: {
    title: 'Profile',
    you: 'You',
    inProject: (project: ReactNode): ReactNode => <>in {project}</>,
    language: 'Language',
    languageNote: 'Applies to this browser. Messages from the server are in English.',
    ofBrowser: 'Browser language',
    passwordChanged: 'Password changed',
  },

  roles: {
    title: 'Roles',
    note: 'What users may do: everywhere, or in the projects where they have the role.',
    noun: { one: 'role', many: 'roles' },
    empty: 'A role is a list of permissions with a name.',
    scope: 'Scope',
    kind: 'Kind',
    custom: 'Custom',
    builtIn: 'Built-in',
    permissionsOf: (name: string) => `Permissions of ${name}`,
    adminNote: 'Administrators may do everything, whatever is selected.',
    formTitle: (name: string) => `Role ${name}`,
    newTitle: 'New role',
    create: 'Create role',
    scopeLabel: 'Where it applies',
    scopes: { project: 'In a project', everywhere: 'Everywhere' },
    sections: {
      everywhere: 'Everywhere',
      project: 'In the project',
      everyEnvironment: 'In every environment',
      environment: (name: string) => `In ${name}`,
    },
    ticked: (count: number, total: number) => `${count} of ${total}`,
    tickAll: 'Select all',
    tickAllOf: (section: string) => `Select all: ${section}`,
    tickNone: 'Select none',
    tickNoneOf: (section: string) => `Select none: ${section}`,
    deleteWarning: (name: string): ReactNode => (
      <>
        <b>{name}</b> is deleted, and users with this role lose its permissions.
      </>
    ),
  },

  secondFactor: {
    title: 'Second factor',
    on: (recoveryCodes: number) =>
      `On: signing in requires a code from your authenticator app. ${
        recoveryCodes === 1
          ? '1 recovery code is left.'
          : `${recoveryCodes} recovery codes are left.`
      }`,
    off: 'Off: signing in requires only your password.',
    setUp: 'Set up',
    continue: 'Continue',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    turnOffTitle: 'Turn off the second factor',
    turnedOff: 'Second factor turned off',
    yourPassword: 'Your password',
    scan: 'Scan this with an authenticator app, or enter the key in it. Then enter the code that it shows.',
    qrCode: 'QR code of the key',
    copyKey: 'Copy the key',
    recovery:
      'Store these recovery codes now: they are shown only once. Each signs you in once if you lose your device.',
    copyCodes: 'Copy the codes',
    stored: 'Done',
  },

  serviceAccounts: {
    title: 'Service accounts',
    note: 'Accounts for programs, with tokens instead of a password',
    noun: { one: 'service account', many: 'service accounts' },
    empty:
      'Use a separate account for each pipeline or script, so that the event log shows its changes.',
    tokens: 'Tokens',
    tokensOf: (name: string) => `Tokens of ${name}`,
    formTitle: (name: string) => `Service account ${name}`,
    newTitle: 'New service account',
    create: 'Create service account',
    usernameNote: 'The event log shows this name; it cannot be changed later',
    deleteWarning: (name: string): ReactNode => (
      <>
        <b>{name}</b> is deleted with its tokens, which are then refused.
      </>
    ),
  },

  session: {
    title: 'Sign in to Pennon',
    usernameOrEmail: 'Username or e-mail',
    orPassword: 'or with a password',
    resetPassword: 'Forgot your password?',
    singleSignOn: 'Sign in with single sign-on',
    signOut: 'Sign out',
    firstPasswordTitle: 'Choose your own password',
    firstPassword: 'Your password was created for you. Choose one that only you know.',
    currentPassword: 'Current password',
    newPasswordAgain: 'New password again',
    differs: 'The passwords do not match',
    refusedTitle: 'You are not signed in',
    refused: 'The sign-in was refused.',
    reference: (id: string) => `If you need help, give an administrator this ID: ${id}`,
    /** The reasons for which the server refuses a login with OpenID Connect. */
    refusals: {
      'not-configured': 'Single sign-on is not set up on this server.',
      provider: 'The identity provider cannot be reached, or does not accept this server.',
      cancelled: 'The sign-in was cancelled at the identity provider.',
      expired: 'The sign-in took too long, or began in another window. Try again.',
      'invalid-response': 'The response of the identity provider could not be verified.',
      'unverified-email': 'The identity provider has not verified your e-mail address.',
      domain: 'Your e-mail address is not allowed to sign in here.',
      'no-account': 'There is no user with your e-mail address. An administrator can create one.',
      deactivated: 'Your account is deactivated.',
      'other-account': 'Your e-mail address belongs to another account of the identity provider.',
    },
  },

  sessions: {
    title: 'Sessions',
    note: 'Where you are signed in.',
    endOthers: 'End all others',
    othersEnded: 'All other sessions ended',
    end: 'End',
    endNamed: (device: string) => `End the session ${device}`,
    ended: 'Session ended',
    current: 'This session',
    since: (address: string | null, time: ReactNode): ReactNode => (
      <>
        {address ?? 'Unknown address'}, started {time}
      </>
    ),
    unknownDevice: 'Unknown device',
    device: (browser: string, system: string) => `${browser} on ${system}`,
  },

  signInSettings: {
    title: 'Sign-in',
    note: 'How users sign in, and where users and groups come from.',
    oidc: {
      title: 'Single sign-on with OpenID Connect',
      note: 'Users sign in at your identity provider. Register this redirect address there:',
      enabled: 'Single sign-on enabled',
      disabled: 'Single sign-on disabled',
      fixed:
        'OpenID Connect is configured by environment variables of the server, which override these settings.',
      redirect: 'Redirect address',
      copyRedirect: 'Copy the redirect address',
      test: 'Test this configuration',
      works: 'The configuration works',
      fails: 'The configuration does not work',
      enable: 'Users can sign in with OpenID Connect',
      issuer: 'Issuer',
      issuerNote: 'The https address of the identity provider',
      clientId: 'Client ID',
      clientSecret: 'Client secret',
      clientSecretNote: 'Leave it empty to keep the current one',
      showSecret: 'Show the secret',
      autoCreate: 'Create users at their first sign-in',
      defaultRole: 'Role of these users',
      domains: 'Allowed e-mail domains',
      domainsNote: 'Leave it empty to allow all domains',
      groupClaim: 'Claim with the groups',
      groupClaimNote: 'For example groups. Without it, signing in does not change groups',
      groupScope: 'Request the scope groups',
      trustEmail: 'Accept e-mail addresses that the provider does not mark as verified',
      trustEmailNote:
        'Only for a provider that assigns addresses itself, such as Microsoft Entra ID',
      singleSignOut: 'Signing out also ends the session at the provider',
    },
    scim: {
      title: 'Provisioning with SCIM',
      note: 'Your identity provider creates, changes and deactivates users and groups.',
      enabled: 'SCIM enabled',
      disabled: 'SCIM disabled',
      accept: 'Accept SCIM requests',
      address: 'Address to enter at the identity provider',
      copyAddress: 'Copy the SCIM address',
      generateFirst: 'Generate a token',
      generateNew: 'Generate a new token',
      generate: 'Generate',
      warning:
        'The current token will no longer be accepted. Enter the new one at the identity provider.',
      token: 'SCIM token',
    },
  },

  users: {
    title: 'Users',
    note: 'Who can sign in, and what they may do everywhere.',
    noun: { one: 'user', many: 'users' },
    empty: 'Users sign in with a username or an e-mail address and a password.',
    inactive: 'Inactive users',
    sessions: 'Sessions',
    formTitle: (name: string) => `User ${name}`,
    newTitle: 'New user',
    create: 'Create user',
    nameMissing: 'Enter a username or an e-mail address',
    usernameNote: 'To sign in with. A username or an e-mail address is required',
    editorNote: 'Approving change requests needs a role in the project.',
    passwordNote: 'Leave it empty to get a link with which the user chooses one',
    linkTitle: (name: string) => `Link for ${name}`,
    createLink: (name: string) => `Link to set a password for ${name}`,
    newPasswordFor: (name: string) => `New password for ${name}`,
    newPasswordNote:
      'Their sessions end, and the old password no longer works. No e-mail is sent; with a link, they choose a password that only they know.',
    passwordSet: (name: string) => `Set a new password for ${name}`,
    removeSecondFactor: (name: string) => `Remove the second factor of ${name}`,
    secondFactorRemoved: (name: string) => `Removed the second factor of ${name}`,
    endSessions: (name: string) => `End the sessions of ${name}`,
    sessionsEnded: (name: string) => `Ended the sessions of ${name}`,
    deleteWarning: (name: string): ReactNode => (
      <>
        <b>{name}</b> can no longer sign in, and their roles and personal access tokens are deleted.
        Their events stay in the event log.
      </>
    ),
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
