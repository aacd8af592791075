import type { Texts } from './texts.tsx';

export const de: Texts = {
  shared: {
    changed: (name) => `${name} wurde gespeichert`,
    changePassword: 'Passwort ändern',
    code: 'Code',
    codeNote: 'Aus Ihrer Authenticator-App oder ein Wiederherstellungscode',
    created: 'Erstellt',
    createdNow: (name) => `${name} wurde erstellt`,
    email: 'E-Mail',
    everywhere: 'überall',
    expires: 'Läuft ab',
    inProject: 'in einem Projekt',
    lastSeen: 'Zuletzt gesehen',
    lastUsed: 'Zuletzt verwendet',
    link: 'Link',
    members: 'Mitglieder',
    noRole: 'keine',
    newPassword: 'Neues Passwort',
    password: 'Passwort',
    passwordRules:
      'Mindestens 10 Zeichen, mit Klein- und Großbuchstaben, Ziffern und Sonderzeichen',
    role: 'Rolle',
    roles: 'Rollen',
    setPassword: 'Passwort festlegen',
    setUpSecondFactor: 'Zweiten Faktor einrichten',
    showPassword: 'Passwort anzeigen',
    signIn: 'Anmelden',
    username: 'Benutzername',
  },

  apiTokens: {
    title: 'API-Tokens',
    note: 'Damit authentifizieren sich SDKs und Skripte.',
    noun: { one: 'API-Token', many: 'API-Tokens' },
    empty:
      'SDKs brauchen ein Token: auf einem Server ein Client-Token, im Browser oder in einer App ein Frontend-Token.',
    all: 'alle',
    newTitle: 'Neues API-Token',
    create: 'API-Token erstellen',
    nameNote: 'Wer es verwendet, zum Beispiel der Name der Anwendung',
    projectsNote: 'Leer lassen für alle Projekte, auch künftige',
    types: {
      client: 'Für SDKs auf einem Server: liest Flags mit ihren Strategien',
      frontend: 'Für Browser und Apps: liest nur ausgewertete Flags',
      admin: 'Für Skripte: darf alles',
    },
    secretTitle: (name) => `API-Token ${name}`,
    useTitle: 'Im Code verwenden',
    deleteWarning: (name, lastUsed) => (
      <>
        Anwendungen, die <b>{name}</b> noch verwenden, verlieren sofort den Zugriff. Zuletzt
        verwendet: {lastUsed}.
      </>
    ),
  },

  clientLogins: {
    title: 'Zugriff für ein Terminal erlauben',
    incomplete: 'Dieser Link ist unvollständig. Führen Sie pennon login erneut aus.',
    cancelled: 'Abgebrochen. Das Terminal hat keinen Zugriff.',
    allowed: 'Erlaubt. Kehren Sie zum Terminal zurück; Sie können diese Seite schließen.',
    requestTitle: (host) => `pennon login auf ${host}`,
    request: (user) => (
      <>
        Das Terminal möchte als <b>{user}</b> handeln, mit allen Ihren Berechtigungen. Es erhält ein
        persönliches Zugriffstoken, das 90 Tage gilt und in Ihrem Profil gelöscht werden kann.
      </>
    ),
    warning:
      'Erlauben Sie es nur, wenn Sie den Befehl selbst ausgeführt haben und Ihr Terminal denselben Code zeigt. Sonst erhält der Absender dieses Links Ihren Zugriff.',
    allow: 'Erlauben',
  },

  groups: {
    title: 'Gruppen',
    note: 'Benutzer mit gemeinsamen Rollen',
    noun: { one: 'Gruppe', many: 'Gruppen' },
    empty: 'Die Rollen einer Gruppe gelten für alle ihre Mitglieder.',
    roleEverywhere: 'Rolle überall',
    noProjects: 'keine',
    formTitle: (name) => `Gruppe ${name}`,
    newTitle: 'Neue Gruppe',
    create: 'Gruppe erstellen',
    noUserFound: 'Kein Benutzer mit diesem Namen',
    roleLabel: 'Rolle, die alle Mitglieder überall haben',
    mapping: 'SSO-Gruppenzuordnung',
    mappingNote: 'Namen der Gruppe bei Ihrem Identitätsanbieter',
    deleteWarning: (name) => (
      <>
        <b>{name}</b> wird gelöscht, und ihre Mitglieder verlieren die Rollen der Gruppe.
      </>
    ),
  },

  inactiveUsers: {
    title: 'Inaktive Benutzer',
    note: 'Benutzer, die sich lange nicht angemeldet und kein persönliches Zugriffstoken verwendet haben',
    noun: { one: 'Benutzer', many: 'inaktiven Benutzer' },
    empty: 'Alle Benutzer waren in letzter Zeit aktiv.',
    tokenLastUsed: 'Token zuletzt verwendet',
    deleteWarning: (name) => (
      <>
        <b>{name}</b> kann sich nicht mehr anmelden. Die Ereignisse bleiben im Ereignisprotokoll.
      </>
    ),
  },

  invitations: {
    title: 'Einladungen',
    note: 'Wer einen Link hat, kann damit ein Benutzerkonto erstellen, bis er abläuft oder deaktiviert wird',
    noun: { one: 'Einladung', many: 'Einladungen' },
    empty:
      'Senden Sie Ihrem Team den Link einer Einladung: Jede Person wählt ihr eigenes Passwort.',
    state: 'Status',
    states: { open: 'Offen', expired: 'Abgelaufen', disabled: 'Deaktiviert' },
    joined: 'Beigetreten',
    enable: (name) => `${name} aktivieren`,
    disable: (name) => `${name} deaktivieren`,
    enabled: (name) => `Die Einladung ${name} wurde aktiviert`,
    disabled: (name) => `Die Einladung ${name} wurde deaktiviert`,
    secretTitle: (name) => `Einladung ${name}`,
    newTitle: 'Neue Einladung',
    create: 'Einladung erstellen',
    nameLabel: 'Name der Einladung',
    nameNote: 'Nur Administratoren sehen ihn',
    forEveryone:
      'Alle, die den Link haben, können damit ein Benutzerkonto erstellen, beliebig viele Personen, bis er abläuft oder Sie ihn deaktivieren.',
    inDays: (days) => (days === 1 ? 'In einem Tag' : `In ${days} Tagen`),
  },

  passwordLinks: {
    joinTitle: 'Pennon beitreten',
    join: 'Beitreten',
    usernameNote: 'Nur, wenn Sie sich nicht mit der E-Mail-Adresse anmelden möchten',
    welcome: (name) =>
      `Willkommen, ${name}. Melden Sie sich mit Ihrer E-Mail-Adresse und Ihrem Passwort an.`,
    resetTitle: 'Neues Passwort festlegen',
    yourEmail: 'Ihre E-Mail-Adresse',
    yourEmailNote: 'Sie erhalten einen Link, mit dem Sie ein neues Passwort wählen',
    sendLink: 'Link senden',
    sent: 'Wenn es ein Benutzerkonto mit dieser Adresse gibt, ist eine E-Mail mit einem Link unterwegs. Der Link gilt 24 Stunden.',
    forUser: (name) => (
      <>
        Für <b>{name}</b>.
      </>
    ),
    login: 'Sie melden sich an als',
    done: (login) => `Ihr Passwort ist festgelegt. Melden Sie sich damit als ${login} an.`,
  },

  personalTokens: {
    title: 'Persönliche Zugriffstokens',
    noun: { one: 'Token', many: 'Tokens' },
    empty: 'Mit einem Token kann ein Skript alles, was sein Besitzer kann, ohne Passwort.',
    purpose: 'Zweck',
    newTitle: 'Neues Token',
    create: 'Token erstellen',
    secretTitle: (purpose) => `Token ${purpose}`,
    deleteWarning: (purpose) => (
      <>
        Skripte, die <b>{purpose}</b> noch verwenden, verlieren sofort den Zugriff.
      </>
    ),
  },

  profile: {
    title: 'Profil',
    you: 'Sie',
    inProject: (project) => <>in {project}</>,
    language: 'Sprache',
    languageNote: 'Gilt für diesen Browser. Meldungen des Servers sind auf Englisch.',
    ofBrowser: 'Sprache des Browsers',
    passwordChanged: 'Das Passwort wurde geändert',
  },

  roles: {
    title: 'Rollen',
    note: 'Was Benutzer dürfen: überall oder in den Projekten, in denen sie die Rolle haben.',
    noun: { one: 'Rolle', many: 'Rollen' },
    empty: 'Eine Rolle ist eine Liste von Berechtigungen mit einem Namen.',
    scope: 'Geltungsbereich',
    kind: 'Art',
    custom: 'Eigene',
    builtIn: 'Vordefiniert',
    permissionsOf: (name) => `Berechtigungen von ${name}`,
    adminNote: 'Administratoren dürfen alles, unabhängig von der Auswahl.',
    formTitle: (name) => `Rolle ${name}`,
    newTitle: 'Neue Rolle',
    create: 'Rolle erstellen',
    scopeLabel: 'Wo sie gilt',
    scopes: { project: 'In einem Projekt', everywhere: 'Überall' },
    sections: {
      everywhere: 'Überall',
      project: 'Im Projekt',
      everyEnvironment: 'In jeder Umgebung',
      environment: (name) => `In ${name}`,
    },
    ticked: (count, total) => `${count} von ${total}`,
    tickAll: 'Alle auswählen',
    tickAllOf: (section) => `Alle auswählen: ${section}`,
    tickNone: 'Keine auswählen',
    tickNoneOf: (section) => `Keine auswählen: ${section}`,
    deleteWarning: (name) => (
      <>
        <b>{name}</b> wird gelöscht, und Benutzer mit dieser Rolle verlieren ihre Berechtigungen.
      </>
    ),
  },

  secondFactor: {
    title: 'Zweiter Faktor',
    on: (recoveryCodes) =>
      `An: Die Anmeldung erfordert einen Code aus Ihrer Authenticator-App. ${
        recoveryCodes === 1
          ? 'Noch 1 Wiederherstellungscode.'
          : `Noch ${recoveryCodes} Wiederherstellungscodes.`
      }`,
    off: 'Aus: Die Anmeldung erfordert nur Ihr Passwort.',
    setUp: 'Einrichten',
    continue: 'Weiter',
    turnOn: 'Einschalten',
    turnOff: 'Ausschalten',
    turnOffTitle: 'Zweiten Faktor ausschalten',
    turnedOff: 'Der zweite Faktor wurde ausgeschaltet',
    yourPassword: 'Ihr Passwort',
    scan: 'Scannen Sie den Code mit einer Authenticator-App oder geben Sie dort den Schlüssel ein. Geben Sie dann den Code ein, den sie anzeigt.',
    qrCode: 'QR-Code des Schlüssels',
    copyKey: 'Schlüssel kopieren',
    recovery:
      'Bewahren Sie diese Wiederherstellungscodes jetzt auf: Sie werden nur einmal angezeigt. Mit jedem können Sie sich einmal anmelden, wenn Sie Ihr Gerät verlieren.',
    copyCodes: 'Codes kopieren',
    stored: 'Fertig',
  },

  serviceAccounts: {
    title: 'Dienstkonten',
    note: 'Konten für Programme, mit Tokens statt Passwort',
    noun: { one: 'Dienstkonto', many: 'Dienstkonten' },
    empty:
      'Verwenden Sie für jede Pipeline und jedes Skript ein eigenes Konto, damit das Ereignisprotokoll zeigt, wer was geändert hat.',
    tokens: 'Tokens',
    tokensOf: (name) => `Tokens von ${name}`,
    formTitle: (name) => `Dienstkonto ${name}`,
    newTitle: 'Neues Dienstkonto',
    create: 'Dienstkonto erstellen',
    usernameNote: 'Diesen Namen zeigt das Ereignisprotokoll; er kann später nicht geändert werden',
    deleteWarning: (name) => (
      <>
        <b>{name}</b> wird mit seinen Tokens gelöscht; sie werden danach abgewiesen.
      </>
    ),
  },

  session: {
    title: 'Bei Pennon anmelden',
    usernameOrEmail: 'Benutzername oder E-Mail-Adresse',
    orPassword: 'oder mit einem Passwort',
    resetPassword: 'Passwort vergessen?',
    singleSignOn: 'Mit Single Sign-on anmelden',
    signOut: 'Abmelden',
    firstPasswordTitle: 'Wählen Sie ein eigenes Passwort',
    firstPassword: 'Ihr Passwort wurde für Sie erstellt. Wählen Sie eines, das nur Sie kennen.',
    currentPassword: 'Aktuelles Passwort',
    newPasswordAgain: 'Neues Passwort wiederholen',
    differs: 'Die Passwörter stimmen nicht überein',
    refusedTitle: 'Sie sind nicht angemeldet',
    refused: 'Die Anmeldung wurde abgelehnt.',
    reference: (id) => `Wenn Sie Hilfe brauchen, nennen Sie einem Administrator diese ID: ${id}`,
    refusals: {
      'not-configured': 'Single Sign-on ist auf diesem Server nicht eingerichtet.',
      provider: 'Der Identitätsanbieter ist nicht erreichbar oder akzeptiert diesen Server nicht.',
      cancelled: 'Die Anmeldung wurde beim Identitätsanbieter abgebrochen.',
      expired:
        'Die Anmeldung dauerte zu lange oder begann in einem anderen Fenster. Versuchen Sie es erneut.',
      'invalid-response': 'Die Antwort des Identitätsanbieters konnte nicht geprüft werden.',
      'unverified-email': 'Der Identitätsanbieter hat Ihre E-Mail-Adresse nicht bestätigt.',
      domain: 'Mit Ihrer E-Mail-Adresse können Sie sich hier nicht anmelden.',
      'no-account':
        'Es gibt kein Benutzerkonto mit Ihrer E-Mail-Adresse. Ein Administrator kann eines erstellen.',
      deactivated: 'Ihr Benutzerkonto ist deaktiviert.',
      'other-account': 'Ihre E-Mail-Adresse gehört zu einem anderen Konto des Identitätsanbieters.',
    },
  },

  sessions: {
    title: 'Sitzungen',
    note: 'Wo Sie angemeldet sind.',
    endOthers: 'Alle anderen beenden',
    othersEnded: 'Alle anderen Sitzungen wurden beendet',
    end: 'Beenden',
    endNamed: (device) => `Beenden: Sitzung ${device}`,
    ended: 'Die Sitzung wurde beendet',
    current: 'Diese Sitzung',
    since: (address, time) => (
      <>
        {address ?? 'Unbekannte Adresse'}, begonnen {time}
      </>
    ),
    unknownDevice: 'Unbekanntes Gerät',
    device: (browser, system) => `${browser} auf ${system}`,
  },

  signInSettings: {
    title: 'Anmeldung',
    note: 'Wie sich Benutzer anmelden und woher Benutzer und Gruppen kommen.',
    oidc: {
      title: 'Single Sign-on mit OpenID Connect',
      note: 'Benutzer melden sich bei Ihrem Identitätsanbieter an. Tragen Sie dort diese Weiterleitungsadresse ein:',
      enabled: 'Single Sign-on wurde aktiviert',
      disabled: 'Single Sign-on wurde deaktiviert',
      fixed:
        'OpenID Connect ist durch Umgebungsvariablen des Servers konfiguriert, die Vorrang vor diesen Einstellungen haben.',
      redirect: 'Weiterleitungsadresse',
      copyRedirect: 'Weiterleitungsadresse kopieren',
      test: 'Konfiguration testen',
      works: 'Die Konfiguration funktioniert',
      fails: 'Die Konfiguration funktioniert nicht',
      enable: 'Benutzer können sich mit OpenID Connect anmelden',
      issuer: 'Aussteller',
      issuerNote: 'Die https-Adresse des Identitätsanbieters',
      clientId: 'Client-ID',
      clientSecret: 'Client-Secret',
      clientSecretNote: 'Leer lassen, um das aktuelle beizubehalten',
      showSecret: 'Secret anzeigen',
      autoCreate: 'Benutzerkonten bei der ersten Anmeldung erstellen',
      defaultRole: 'Rolle dieser Benutzer',
      domains: 'Zugelassene E-Mail-Domains',
      domainsNote: 'Leer lassen, um alle zu erlauben',
      groupClaim: 'Claim mit den Gruppen',
      groupClaimNote: 'Zum Beispiel groups. Ohne Angabe ändern Anmeldungen keine Gruppen',
      groupScope: 'Den Scope groups anfordern',
      trustEmail: 'E-Mail-Adressen akzeptieren, die der Anbieter nicht als bestätigt kennzeichnet',
      trustEmailNote:
        'Nur für Anbieter, die Adressen selbst vergeben, zum Beispiel Microsoft Entra ID',
      singleSignOut: 'Abmelden beendet auch die Sitzung beim Anbieter',
    },
    scim: {
      title: 'Provisionierung mit SCIM',
      note: 'Ihr Identitätsanbieter erstellt, ändert und deaktiviert Benutzer und Gruppen.',
      enabled: 'SCIM wurde aktiviert',
      disabled: 'SCIM wurde deaktiviert',
      accept: 'SCIM-Anfragen annehmen',
      address: 'Adresse für den Identitätsanbieter',
      copyAddress: 'SCIM-Adresse kopieren',
      generateFirst: 'Token erzeugen',
      generateNew: 'Neues Token erzeugen',
      generate: 'Erzeugen',
      warning:
        'Das aktuelle Token wird dann nicht mehr akzeptiert. Tragen Sie das neue beim Identitätsanbieter ein.',
      token: 'SCIM-Token',
    },
  },

  users: {
    title: 'Benutzer',
    note: 'Wer sich anmelden kann und was er überall darf',
    noun: { one: 'Benutzer', many: 'Benutzer' },
    empty: 'Benutzer melden sich mit Benutzername oder E-Mail-Adresse und Passwort an.',
    inactive: 'Inaktive Benutzer',
    sessions: 'Sitzungen',
    formTitle: (name) => `Benutzer ${name}`,
    newTitle: 'Neuer Benutzer',
    create: 'Benutzer erstellen',
    nameMissing: 'Geben Sie einen Benutzernamen oder eine E-Mail-Adresse ein',
    usernameNote: 'Zum Anmelden. Ein Benutzername oder eine E-Mail-Adresse ist erforderlich',
    editorNote: 'Änderungsanträge genehmigt, wer im Projekt eine Rolle dafür hat.',
    passwordNote: 'Leer lassen, um einen Link zu erhalten, mit dem der Benutzer eines wählt',
    linkTitle: (name) => `Link für ${name}`,
    createLink: (name) => `Link zum Festlegen eines Passworts für ${name}`,
    newPasswordFor: (name) => `Neues Passwort für ${name}`,
    newPasswordNote:
      'Die Sitzungen des Benutzers enden, und das alte Passwort gilt nicht mehr. Es wird keine E-Mail gesendet; mit einem Link wählt der Benutzer ein Passwort, das nur er kennt.',
    passwordSet: (name) => `Das neue Passwort für ${name} wurde festgelegt`,
    removeSecondFactor: (name) => `Zweiten Faktor von ${name} entfernen`,
    secondFactorRemoved: (name) => `Der zweite Faktor von ${name} wurde entfernt`,
    endSessions: (name) => `Sitzungen von ${name} beenden`,
    sessionsEnded: (name) => `Die Sitzungen von ${name} wurden beendet`,
    deleteWarning: (name) => (
      <>
        <b>{name}</b> kann sich nicht mehr anmelden; Rollen und persönliche Zugriffstokens werden
        gelöscht. Die Ereignisse bleiben im Ereignisprotokoll.
      </>
    ),
  },
};
