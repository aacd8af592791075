import { formatNumber } from '../language.ts';
import type { Texts } from './texts.tsx';

const people = (count: number) => (count === 1 ? '1 Person' : `${formatNumber(count)} Personen`);

const can = (count: number) => (count === 1 ? 'kann' : 'können');

function listed(names: readonly string[], others: number, oneOther: string): string {
  const last = others > 0 ? (others === 1 ? oneOther : `${others} weitere`) : names.at(-1);
  const before = others > 0 ? names : names.slice(0, -1);
  return before.length === 0 ? (last ?? '') : `${before.join(', ')} und ${last}`;
}

export const de: Texts = {
  deletedUser: '(gelöschter Benutzer)',
  untitled: (id) => `Änderungsantrag #${id}`,
  untitledWith: (id, subjects) => `Änderungsantrag #${id}: ${subjects}`,
  people: (names, others) => listed(names, others, '1 weitere Person'),
  subjects: (names, others) => listed(names, others, '1 weiteres'),

  approvers: {
    nobody: 'Niemand kann genehmigen.',
    canApprove: (count, names) => `${people(count)} ${can(count)} genehmigen: ${names}.`,
    groups: (names, others) =>
      `Darunter die Gruppen: ${names.join(', ')}${others > 0 ? ` und ${others} weitere` : ''}.`,
    giveRoles: (members) => (
      <>
        Geben Sie unter {members} jemandem die Rolle Eigentümer oder eine Rolle mit der
        Berechtigung, Änderungsanträge zu genehmigen.
      </>
    ),
    members: 'Mitglieder',

    warnings: {
      nobody: 'Niemand kann hier Änderungsanträge genehmigen',
      tooFew: (required, count) =>
        `Kein Antrag kann genehmigt werden: Nötig sind ${required} Genehmigungen, aber nur ${people(count)} ${can(count)} genehmigen`,
      onlyAuthor: (name) => `Niemand sonst kann Anträge von ${name} genehmigen`,
      approversAsAuthors:
        'Ein Antrag von jemandem, der genehmigen kann, erhält nicht genug Genehmigungen',
      onlyAdmins: 'Nur Administratoren können genehmigen',
    },

    request: {
      canApprove: (names) => `Genehmigen können: ${names}`,
      nobody: 'Niemand kann den Antrag genehmigen',
      tooFew: (missing, count) =>
        `Es ${missing === 1 ? 'fehlt noch 1 Genehmigung' : `fehlen noch ${missing} Genehmigungen`}, aber nur ${people(count)} ${can(count)} genehmigen`,
      giveRoles:
        'Ein Eigentümer des Projekts kann anderen eine Rolle mit der Berechtigung geben, Änderungsanträge zu genehmigen.',
      whyNot: (obstacle, environment) =>
        ({
          state: 'In diesem Status können Sie den Antrag nicht genehmigen.',
          disabled: `Sie können den Antrag nicht genehmigen: Änderungsanträge sind in ${environment} ausgeschaltet.`,
          token: 'Mit einem API-Token können Sie den Antrag nicht genehmigen.',
          permission: `Sie können den Antrag nicht genehmigen: Das erfordert eine Rolle wie Eigentümer oder eine andere mit der Berechtigung, Änderungsanträge in ${environment} zu genehmigen.`,
          author: 'Sie können den Antrag nicht genehmigen: Er stammt von Ihnen.',
          writer:
            'Sie können den Antrag nicht genehmigen: Sie haben eine Änderung darin bearbeitet.',
          approved: 'Sie haben den Antrag genehmigt.',
        })[obstacle],
    },
  },

  changeRequests: {
    title: 'Änderungsanträge',
    note: 'Vorgeschlagene Änderungen in Umgebungen, die eine Genehmigung erfordern',
    noun: 'Änderungsanträge',
    states: {
      Draft: 'Entwurf',
      'In review': 'In Prüfung',
      Approved: 'Genehmigt',
      Scheduled: 'Geplant',
      Applied: 'Angewendet',
      Cancelled: 'Zurückgezogen',
      Rejected: 'Abgelehnt',
    },
    notScheduled: { failed: 'Fehlgeschlagen', suspended: 'Ausgesetzt' },
    views: { review: 'Von mir zu prüfen', mine: 'Meine', all: 'Alle' },
    whose: 'Wessen Anträge',
    openOrClosed: 'Offen oder abgeschlossen',
    open: 'Offen',
    closed: 'Abgeschlossen',
    request: 'Antrag',
    state: 'Status',
    by: 'Von',
    created: 'Erstellt',
    segment: (name) => `Segment ${name}`,
    noChanges: 'Noch keine Änderungen',
    canReview: 'Sie können ihn prüfen',

    empty: {
      closed: 'Keine abgeschlossenen Anträge',
      closedNote: 'Hier erscheinen angewendete, abgelehnte und zurückgezogene Anträge.',
      all: 'Keine offenen Anträge',
      allNote:
        'In Umgebungen, die eine Genehmigung erfordern, entsteht beim Schalten eines Flags oder Ändern einer Strategie ein Änderungsantrag.',
      mine: 'Sie haben keine offenen Anträge',
      mineNote:
        'Ändern Sie ein Flag in einer Umgebung, die eine Genehmigung erfordert: Ihr Entwurf erscheint dann hier.',
      review: 'Keine Anträge zu prüfen',
      reviewNote: 'Hier erscheinen Anträge in Prüfung, die Sie genehmigen können.',
      showAll: 'Alle offenen Anträge anzeigen',
      notRequired: 'Keine Umgebung erfordert eine Genehmigung',
      notRequiredNote:
        'Änderungen an den Flags dieses Projekts wirken sofort. Eine Genehmigung lässt sich für jede Umgebung verlangen: in den Einstellungen unter Umgebungen.',
      toEnvironments: 'Zu den Umgebungen',
    },

    toReview: {
      title: 'Warten auf Ihre Prüfung',
      all: (count) =>
        count === 1 ? 'Zu den Änderungsanträgen' : `Alle ${formatNumber(count)} anzeigen`,
      item: (project, environment, author) => `${project}, ${environment}, von ${author}`,
      count: 'zu prüfen',
    },
  },

  changeRequest: {
    title: (id) => `Änderungsantrag ${id}`,
    author: (environment, author) => `für ${environment}, von ${author}`,
    empty: 'Noch keine Änderungen',
    emptyNote: (environment) => `Ihre Änderungen in ${environment} werden hier gesammelt.`,
    inEnvironment: (environment) => `in ${environment}`,
    segment: (name) => `Segment ${name}`,
    addsDefaultStrategy:
      'Die Standardstrategie des Projekts wird ebenfalls hinzugefügt, weil das Flag sonst keine aktive hätte:',
    switchesOff:
      'Zusätzlich wird das Flag ausgeschaltet, weil keine aktive Strategie übrig bleibt.',

    editTitle: {
      title: 'Titel bearbeiten',
      label: 'Titel',
      save: 'Titel speichern',
      proposed: (subjects, changes, environment) => `${subjects}: ${changes} in ${environment}`,
      phrase: (sentence) => sentence,
      rollout: (from, to) => `Rollout ${from}% → ${to}%`,
      replaced: (before, after) => `${before} → ${after}`,
      severalChanges: (count) => `${formatNumber(count)} Änderungen`,
    },

    changes: {
      switchOn: 'Einschalten',
      switchOff: 'Ausschalten',
      addStrategy: 'Strategie hinzufügen',
      updateStrategy: 'Strategie ändern',
      deleteStrategy: 'Strategie löschen',
      reorderStrategies: 'Strategien neu anordnen',
      variants: 'Varianten ändern',
      archive: 'Flag archivieren',
      weightTypes: { fix: 'fest', variable: 'variabel' },
      dependOnOn: (flag) => `Davon abhängig, dass ${flag} an ist`,
      dependOnOff: (flag) => `Davon abhängig, dass ${flag} aus ist`,
      dependOnVariants: (flag, variants) =>
        `Davon abhängig, dass ${flag} die Variante ${variants.join(' oder ')} hat`,
      independentOf: (flag) => `Abhängigkeit von ${flag} entfernen`,
      independent: 'Alle Abhängigkeiten entfernen',
      updateSegment: 'Segment ändern',
      deleteSegment: 'Segment löschen',
      other: 'Andere Änderung',

      before: 'Vorher',
      after: 'Nachher',
      allDifferences: 'Alle Unterschiede',
      noVariants: 'Keine Varianten',
      deletedStrategy: 'Eine gelöschte Strategie',

      proposeAgain: 'Erneut vorschlagen',
      switchOnInstead: 'Stattdessen einschalten',
      switchOffInstead: 'Stattdessen ausschalten',
      editTitle: 'Diesen Antrag ändern?',
      editNote: (author) => `Das ändert den Antrag von ${author} und hebt seine Genehmigungen auf.`,
      editWrites: 'Danach können Sie ihn nicht genehmigen, weil ein Teil von Ihnen stammt.',
      edit: (change) => `Bearbeiten: ${change}`,
      discard: (change) => `Verwerfen: ${change}`,
      save: 'Änderung speichern',
      saved: (change) => `„${change}“ gespeichert`,
      proposedAgain:
        'Die Änderung wurde mit dem aktuellen Stand als Grundlage erneut vorgeschlagen',
      outdated:
        'Nichts wurde gespeichert: Der Antrag wurde geändert, seit er hier angezeigt wurde.',
      gone: 'Diese Änderung wurde verworfen oder ersetzt, seit Sie sie geöffnet haben.',
      discarded: (change) => `„${change}“ verworfen`,
      withdraws: (approvals) =>
        `Mit dem Speichern ${approvals === 1 ? 'erlischt die Genehmigung' : `erlöschen die ${formatNumber(approvals)} Genehmigungen`}`,
    },

    conflict: {
      title: 'Konflikt',
      changed: (settings, { by, time }) =>
        by && time
          ? `${by} hat das am ${time} geändert, nach dem Vorschlag${settings && `: ${settings}`}.`
          : `Geändert nach dem Vorschlag: ${settings || 'alles'}.`,
      deleted: ({ by, time }) =>
        by && time
          ? `${by} hat am ${time} gelöscht, was die Änderung betrifft.`
          : 'Was die Änderung betrifft, wurde nach dem Vorschlag gelöscht.',
      because: (what, { by, time }) =>
        `Seit dem Vorschlag hat sich geändert: ${what}${by && time ? ` (${by}, ${time})` : ''}.`,
      save: 'Bearbeiten und speichern Sie die Änderung, um sie zu behalten, oder verwerfen Sie sie.',
      proposeAgain: 'Schlagen Sie sie erneut vor, um sie zu behalten, oder verwerfen Sie sie.',
      discard: 'Verwerfen Sie diese Änderung.',
      notApplicable:
        'Der Antrag hat Konflikte. Er kann angewendet oder geplant werden, sobald sie gelöst sind.',
      values: 'Widersprüchliche Werte',
      setting: 'Einstellung',
      base: 'Beim Vorschlagen',
      current: 'Jetzt',
      proposed: 'Vorgeschlagen',
    },

    comments: {
      title: 'Kommentare',
      label: 'Kommentar',
      placeholder: 'Kommentar schreiben',
      mention:
        'Erwähnen Sie Personen mit @ und Benutzername oder E-Mail: Der Kommentar erscheint in ihrem Posteingang.',
      post: 'Kommentieren',
    },

    review: {
      title: 'Prüfung',
      ownDraft:
        'Entwürfe erscheinen nicht in den Listen anderer. Wer das Projekt sehen kann, sieht Ihren Entwurf aber auf den Seiten der betroffenen Flags. Reichen Sie ihn ein, wenn er vollständig ist.',
      draftOf: (name) => `Ein Entwurf von ${name}, noch nicht zur Prüfung eingereicht.`,
      submit: 'Zur Prüfung einreichen',
      approve: 'Genehmigen …',
      apply: 'Jetzt anwenden',
      schedule: 'Planen …',
      reject: 'Ablehnen …',
      cancel: 'Antrag zurückziehen …',
      discard: 'Entwurf verwerfen …',
      approvals: (count, required) =>
        `${count} von ${required} ${required === 1 ? 'Genehmigung' : 'Genehmigungen'}`,
      editsWithdraw: 'Wird eine Änderung bearbeitet oder verworfen, erlöschen die Genehmigungen.',
      approved: (name) => `Genehmigt von ${name}`,
      rejected: (name) => `Abgelehnt von ${name}`,
      scheduled: (time) => `Wird am ${time} angewendet`,
      failed: (time) => `Konnte am ${time} nicht angewendet werden`,
      suspended: (time) => `Ausgesetzt: war für ${time} geplant`,
      removeSchedule: {
        open: 'Planung aufheben …',
        note: 'Um den Antrag zu bearbeiten oder zurückzuziehen, heben Sie die Planung auf.',
        title: 'Die Planung aufheben?',
        consequence:
          'Der Antrag behält seine Genehmigungen und kann bearbeitet, zurückgezogen, angewendet oder neu geplant werden.',
        action: 'Planung aufheben',
        done: 'Die Planung des Änderungsantrags wurde aufgehoben',
      },
    },

    reviewers: {
      none: 'Keine Prüfer angefragt',
      requested: (names) => `Angefragt: ${names.join(', ')}`,
      request: 'Prüfer anfragen',
      label: 'Prüfer',
      noMatch: 'Kein Benutzer mit diesem Namen kann den Antrag genehmigen',
      save: 'Prüfer speichern',
    },

    decide: {
      comment: 'Kommentar',
      outdated: 'Die Änderungen wurden bearbeitet, nachdem Sie sie gesehen haben',
      readAgain:
        'Nichts ist geschehen. Gehen Sie zurück, lesen Sie, was jetzt vorgeschlagen ist, und entscheiden Sie erneut. Ihr Kommentar bleibt erhalten.',
      when: 'Datum und Uhrzeit, in Ihrer Zeitzone',
      timeFormat: 'D. MMM YYYY, HH:mm',
      takeTime: 'Diese Zeit übernehmen',
      past: 'Diese Zeit ist vorbei. Wählen Sie eine spätere.',
      picker: {
        previousMonth: 'Voriger Monat',
        nextMonth: 'Nächster Monat',
        previousYear: 'Voriges Jahr',
        nextYear: 'Nächstes Jahr',
        previousDecade: 'Voriges Jahrzehnt',
        nextDecade: 'Nächstes Jahrzehnt',
      },
      'In review': {
        title: 'Zur Prüfung einreichen?',
        note: 'Prüfer können ihn dann genehmigen oder ablehnen.',
        action: 'Einreichen',
        done: 'Der Änderungsantrag wurde zur Prüfung eingereicht',
      },
      Approved: {
        title: 'Diesen Änderungsantrag genehmigen?',
        note: 'Er kann angewendet werden, sobald er genug Genehmigungen hat.',
        action: 'Genehmigen',
        done: 'Der Änderungsantrag wurde genehmigt',
      },
      Applied: {
        title: 'Diesen Änderungsantrag anwenden?',
        note: 'Alle Änderungen werden sofort wirksam.',
        action: 'Anwenden',
        done: 'Der Änderungsantrag wurde angewendet',
      },
      Scheduled: {
        title: 'Diesen Änderungsantrag planen',
        note: 'Er wird automatisch angewendet, sofern sich vorher nichts ändert, wovon er abhängt.',
        action: 'Planen',
        done: 'Der Änderungsantrag wurde geplant',
      },
      Rejected: {
        title: 'Diesen Änderungsantrag ablehnen?',
        note: 'Keine seiner Änderungen wird wirksam. Er kann nicht wieder geöffnet werden.',
        action: 'Ablehnen',
        done: 'Der Änderungsantrag wurde abgelehnt',
      },
      Cancelled: {
        title: 'Diesen Änderungsantrag zurückziehen?',
        note: 'Keine seiner Änderungen wird wirksam. Er kann nicht wieder geöffnet werden.',
        action: 'Antrag zurückziehen',
        done: 'Der Änderungsantrag wurde zurückgezogen',
      },
      discard: {
        title: 'Diesen Entwurf verwerfen?',
        note: 'Alle seine Änderungen gehen verloren.',
        action: 'Verwerfen',
        done: 'Der Entwurf wurde verworfen',
      },
    },

    history: {
      title: 'Verlauf',
      token: 'einem API-Token',
      started: (name) => `Erstellt von ${name}`,
      changes: (count, subjects) =>
        `${count === 1 ? 'Änderung' : `${formatNumber(count)} Änderungen`} an ${subjects}`,
      entry: (action, name, { time, changes }) =>
        ({
          submitted: `Zur Prüfung eingereicht von ${name}`,
          approved: `Genehmigt von ${name}`,
          rejected: `Abgelehnt von ${name}`,
          cancelled: `Zurückgezogen von ${name}`,
          scheduled: time ? `Von ${name} geplant für ${time}` : `Geplant von ${name}`,
          applied: time ? `Wie von ${name} geplant angewendet` : `Angewendet von ${name}`,
          failed: 'Konnte nicht wie geplant angewendet werden',
          suspended: 'Planung ausgesetzt',
          unscheduled: `Planung aufgehoben von ${name}`,
          'change-added': `${changes} hinzugefügt von ${name}`,
          'change-edited': `${changes} bearbeitet von ${name}`,
          'change-discarded': `${changes} verworfen von ${name}`,
        })[action],
      decidedBy: (state, name) => `${state} von ${name}`,
      decidedByToken: (state) => `${state} von einem API-Token`,
    },

    dryRun: {
      title: 'Probelauf',
      note: 'Zeigt, was sich beim Anwenden ändern würde. Es wird nichts geändert.',
      run: 'Probelauf starten',
      possible: 'Der Antrag kann angewendet werden',
      impossible: 'Der Antrag kann zurzeit nicht angewendet werden',
      nothing: 'Es würde sich nichts ändern.',
      segment: 'Segment',
      switched: (before, after) => `${before ? 'An' : 'Aus'} → ${after ? 'An' : 'Aus'}`,
      off: 'aus',
      on: 'an',
      onWith: (variant) => `an mit ${variant}`,
      sameForSample: (contexts) =>
        `Das Ergebnis ist für eine Stichprobe von ${formatNumber(contexts)} Kontexten gleich`,
      sampleNote:
        'Die Stichprobe enthält Benutzer, die die Strategien akzeptieren. Ein Unterschied für wenige ' +
        'Prozent der Benutzer kann darin fehlen.',
      sameBecauseOff: (flags, environment) =>
        `${flags === 1 ? 'Das Flag ist' : 'Die Flags sind'} in ${environment} aus, daher ändert sich für niemanden das Ergebnis`,
      different: 'Kontexte mit anderem Ergebnis',
      contexts: (flag, environment, count, total) => (
        <>
          {flag} in {environment}: {formatNumber(count)} von {formatNumber(total)} Kontexten
        </>
      ),
      fromTo: (context, before, after) => (
        <>
          {context} von {before} auf {after}
        </>
      ),
      moreContexts: (contexts) =>
        `und ${formatNumber(contexts)} ${contexts === 1 ? 'weiterer Kontext' : 'weitere Kontexte'}`,
      leftOut: (flags) =>
        flags === 1
          ? '1 weiteres Flag wurde nicht ausgewertet.'
          : `${formatNumber(flags)} weitere Flags wurden nicht ausgewertet.`,
    },
  },
};
