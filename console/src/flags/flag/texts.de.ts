import { formatNumber } from '../../language.ts';
import type { Texts } from './texts.ts';

export const de: Texts = {
  page: {
    about: 'Zum Flag',
    history: 'Verlauf',
    overview: 'Übersicht',
    usage: 'Nutzung',
    toFlags: 'Flags',
  },

  missing: {
    title: (flag, project) => `Kein Flag „${flag}“ in ${project}`,
    note: 'Es ist vielleicht archiviert, umbenannt oder in einem anderen Projekt.',
    search: 'Das Flag suchen',
    archive: 'Archivierte Flags',
  },

  head: {
    archive: 'Archivieren …',
    complete: 'Abschließen …',
    copyFlag: 'Flag kopieren …',
    copyName: 'Namen kopieren',
    created: 'Erstellt',
    createdBy: (name) => `von ${name}`,
    impressionData: 'Impression-Daten',
    markNotStale: 'Als nicht veraltet markieren',
    markStale: 'Als veraltet markieren',
    more: 'Weitere Aktionen',
    move: 'Verschieben …',
    potentiallyStale: 'Möglicherweise veraltet',
    potentiallyStaleHint: 'Die Lebensdauer seines Typs ist überschritten',
    stale: 'Veraltet',
    staleHint: 'Von einem Benutzer als veraltet markiert',
    markedNotStale: (flag) => `${flag} wurde als nicht veraltet markiert`,
    markedStale: (flag) => `${flag} wurde als veraltet markiert`,
    uncomplete: 'Abschluss zurücknehmen',
  },

  edit: {
    impressionData: 'Impression-Daten erfassen',
    impressionDataNote: 'SDKs melden jede Auswertung als Ereignis',
    outdated: {
      title: 'Das Flag wurde geändert, seit Sie es geöffnet haben',
      note: 'Nichts wurde gespeichert. Laden Sie das aktuelle Flag: Was Sie bearbeitet haben, bleibt, wie Sie es eingegeben haben. Prüfen und speichern Sie es dann.',
      load: 'Aktuelles Flag laden',
    },
    saved: (flag) => `${flag} wurde gespeichert`,
    stale: 'Veraltet',
    staleNote: 'Das Flag wird nicht mehr gebraucht und kann aus dem Code entfernt werden',
    title: (flag) => `${flag} bearbeiten`,
  },

  copyFlag: {
    action: 'Flag kopieren',
    copied: (flag) => `${flag} wurde erstellt`,
    name: 'Name der Kopie',
    nameNote: 'So heißt das Flag im Code; der Name kann später nicht geändert werden',
    note: 'Strategien, Varianten, Tags und das übergeordnete Flag werden kopiert. Die Kopie ist in allen Umgebungen aus.',
    title: (flag) => `${flag} kopieren`,
  },

  move: {
    action: 'Flag verschieben',
    moved: (flag, project) => `${flag} nach ${project} verschoben`,
    title: (flag) => `${flag} in ein anderes Projekt verschieben`,
  },

  complete: {
    action: 'Abschließen',
    completed: (flag) => `${flag} wurde abgeschlossen`,
    discarded: 'Verworfen: kein Benutzer erhält die Funktion',
    kept: 'Behalten: alle Benutzer erhalten die Funktion',
    note: (stage) =>
      `Hält die Entscheidung fest und setzt das Flag in die Phase „${stage}“; Schalter und Strategien bleiben, wie sie sind. Danach entfernen Sie das Flag aus dem Code und archivieren es.`,
    outcome: 'Ergebnis',
    title: (flag) => `${flag} abschließen`,
    variant: 'Beizubehaltende Variante',
  },

  archive: {
    action: 'Archivieren',
    archived: (flag) => `${flag} wurde archiviert`,
    archivedAt: 'Archiviert',
    children: (flags) => `Zuerst müssen die abhängigen Flags archiviert werden: ${flags}.`,
    delete: 'Endgültig löschen …',
    deleteNote: 'Nur der Verlauf im Ereignisprotokoll bleibt erhalten.',
    deleteTitle: (flag) => `${flag} endgültig löschen?`,
    inArchive: 'Im Archiv',
    noSdk: 'SDKs erhalten es nicht mehr.',
    note: 'SDKs erhalten das Flag nicht mehr; Code, der es auswertet, erhält seinen Standardwert. Es kann aus dem Archiv wiederhergestellt werden: Es ist dann überall aus, und sein Lebenszyklus beginnt von vorn.',
    protected: (environment) =>
      `Änderungen in ${environment} müssen genehmigt werden. Die Archivierung kommt deshalb in Ihren Änderungsantrag für ${environment}.`,
    revive: 'Wiederherstellen',
    revived: (flag) => `${flag} wurde wiederhergestellt und ist überall aus`,
    title: (flag) => `${flag} archivieren?`,
  },

  overview: {
    arrangement: 'Anordnung der Umgebungen',
    list: 'Liste',
    sideBySide: 'Nebeneinander',
    useInCode: 'Im Code verwenden',
    why: 'Warum ist es für diesen Benutzer aus?',
  },

  environment: {
    addStrategy: 'Strategie hinzufügen',
    addStrategyIn: (environment) => `Strategie hinzufügen in ${environment}`,
    addVariants: 'Varianten hinzufügen',
    addVariantsIn: (environment) => `Varianten hinzufügen in ${environment}`,
    addedTo: (environment) => `Zu ${environment} hinzugefügt`,
    allDisabled: 'Alle Strategien sind deaktiviert, also erhält es kein Benutzer.',
    copyTo: (environment) => `Nach ${environment} kopieren …`,
    editVariants: 'Varianten bearbeiten',
    editVariantsIn: (environment) => `Varianten bearbeiten in ${environment}`,
    more: (environment) => `Weitere Aktionen für ${environment}`,
    noStrategy: 'Noch keine Strategie.',
    noStrategyNote:
      'Noch keine Strategie: Fügen Sie eine hinzu, um festzulegen, wer das Flag erhält. Ohne eigene erhält es beim Einschalten die Standardstrategie des Projekts.',
    noVariants: 'Noch keine Varianten.',
    protected: 'Erfordert Genehmigung',
    saveVariants: 'Varianten speichern',
    strategiesWithVariants: 'Die Umgebung hat keine Varianten: Strategien haben eigene oder keine.',
    variants: 'Varianten',
    variantsSaved: (environment) => `Die Varianten in ${environment} wurden gespeichert`,
  },

  strategies: {
    delete: 'Löschen',
    deleted: 'Die Strategie wurde gelöscht',
    disable: 'Deaktivieren',
    disabled: 'Die Strategie wurde deaktiviert',
    duplicate: 'Duplizieren',
    needApproval: 'Wird Ihrem Änderungsantrag hinzugefügt',
    duplicated: 'Die Strategie wurde dupliziert',
    edit: (index, environment) => `Strategie ${index} in ${environment} bearbeiten`,
    enable: 'Aktivieren',
    enabled: 'Die Strategie wurde aktiviert',
    more: (index, environment) => `Weitere Aktionen für Strategie ${index} in ${environment}`,
    moveDown: 'Nach unten',
    moveUp: 'Nach oben',
    or: 'oder',
    orderChanged: 'Die Reihenfolge wurde gespeichert',
    save: 'Strategie speichern',
    saved: 'Die Strategie wurde gespeichert',
  },

  order: {
    handle: (index, environment) => `Strategie ${index} in ${environment} verschieben`,
    pickedUp: (position, count) =>
      `Aufgenommen, Position ${position} von ${count}. Pfeiltasten verschieben, Leertaste legt ab, Escape bricht ab.`,
    hint: 'Ziehen Sie, um die Reihenfolge zu ändern, oder verwenden Sie Leertaste und Pfeiltasten.',
    moved: (position, count) => `Position ${position} von ${count}`,
  },

  sideBySide: {
    alike: 'Alle Umgebungen haben dieselbe Konfiguration.',
    count: (count) => (count === 1 ? '1 Unterschied' : `${formatNumber(count)} Unterschiede`),
    differs: (parts) => `Unterschiedlich: ${parts}`,
    label: 'Umgebungen nebeneinander',
    missing: (environment) => `Nicht in ${environment}`,
    none: 'Keine',
    onlyDifferences: 'Nur Unterschiede',
    order: 'Die Strategien sind unterschiedlich sortiert.',
    parts: {
      audience: 'wer es erhält',
      conditions: 'Bedingungen',
      disabled: 'deaktiviert',
      missing: 'nicht überall',
      state: 'an oder aus',
      title: 'Titel',
      variants: 'Varianten',
    },
    state: 'Schalter',
    strategy: (index) => `Strategie ${index}`,
    variants: 'Varianten der Umgebung',
  },

  copyTo: {
    action: (environment) => `Nach ${environment} kopieren`,
    done: 'Die Umgebung wurde kopiert',
    impossible: 'Kopieren nicht möglich',
    note: (from, to) =>
      `Die Strategien und Varianten von ${from} ersetzen die von ${to}. Der Schalter bleibt, wie er ist.`,
    production: (environment) =>
      environment === 'production'
        ? 'Benutzer in production sind betroffen, sobald das wirksam wird.'
        : `${environment} ist eine Produktionsumgebung: Benutzer sind betroffen, sobald das wirksam wird.`,
    title: (from, to) => `${from} nach ${to} kopieren?`,
    unchanged: 'Nichts zu kopieren: Strategien und Varianten sind gleich.',
  },

  why: {
    bucket: (bucket, percent) =>
      bucket <= percent
        ? `Im Rollout von ${percent}%.`
        : `Außerhalb des Rollouts von ${percent}%: an ab ${bucket}%.`,
    evaluate: 'Erklären',
    note: 'Geben Sie die Benutzer-ID oder andere Felder des Kontexts ein. Nichts wird geändert.',
    playground: 'Im Playground öffnen',
    resultIn: (environment) => `Ergebnis in ${environment}`,
    results: 'Ergebnisse',
    ruler: (bucket) => `Bucket ${bucket} von 100`,
    variant: (name) => `Variante ${name}`,
  },

  code: {
    context: (fields) =>
      `Seine Strategien nutzen ${fields}: Tragen Sie die Werte in den Kontext ein.`,
    copyCode: 'Code kopieren',
    copyInstall: 'Befehl kopieren',
    language: 'Sprache',
    token: 'Ihr Token',
    tokens: 'API-Tokens des Projekts',
  },

  lifecycle: {
    lastSeen: 'Letzte Auswertung durch ein SDK:',
    neverSeen: 'Noch von keinem SDK ausgewertet.',
    notReached: 'Nicht erreicht',
    next: {
      initial:
        'In Entwicklung beginnt mit der ersten Nutzung, die ein SDK meldet, in einer beliebigen Umgebung.',
      'pre-live':
        'Live beginnt mit der ersten Nutzung in einer Umgebung vom Typ Produktion, in der das Flag an ist.',
      live: 'Aufräumen beginnt, wenn ein Benutzer das Flag als abgeschlossen markiert.',
      completed: 'Der letzte Schritt: das Flag aus dem Code entfernen und archivieren.',
      archived: '',
    },
    statuses: { kept: 'Abgeschlossen: behalten', discarded: 'Abgeschlossen: verworfen' },
    statusHints: {
      kept: 'Es ist entschieden, dass alle Benutzer die Funktion erhalten',
      discarded: 'Es ist entschieden, dass kein Benutzer die Funktion erhält',
    },
    title: 'Lebenszyklus',
  },

  applications: {
    all: (count) => `Alle ${formatNumber(count)} anzeigen`,
    instances: (count) => (count === 1 ? '1 Instanz' : `${formatNumber(count)} Instanzen`),
    lastSeen: 'zuletzt',
    none: 'Noch keine Anwendung hat es ausgewertet.',
    title: 'Verwendet von',
  },

  references: {
    andMore: (count) => `und ${formatNumber(count)} weitere`,
    comment: 'in einem Kommentar',
    lastScanned: 'Zuletzt durchsucht',
    none: 'Im durchsuchten Code kommt es nicht vor.',
    title: 'Im Code',
    warning: (place, more) =>
      `Im Code kommt es noch vor: ${place}${more > 0 ? ` und ${formatNumber(more)} weitere Stellen` : ''}.`,
  },

  tags: {
    add: 'Tag hinzufügen',
    length: '2 bis 50 Zeichen',
    none: 'Noch keine Tags. Mit Tags lassen sich Flags gruppieren und finden.',
    remove: (tag) => `Tag ${tag} entfernen`,
    removed: (tag) => `Das Tag ${tag} wurde entfernt`,
    tag: 'Tag',
    title: 'Tags',
    type: 'Typ des Tags',
  },

  links: {
    add: 'Link hinzufügen',
    address: 'Adresse',
    deleted: 'Der Link wurde entfernt',
    edit: (name) => `Link ${name} bearbeiten`,
    linkTitle: 'Titel',
    none: 'Noch keine Links. Fügen Sie das Ticket oder das Konzept hinzu.',
    remove: (name) => `Link ${name} entfernen`,
    save: 'Link speichern',
    title: 'Links',
  },

  dependencies: {
    add: 'Übergeordnetes Flag hinzufügen',
    added: (parent) => `Die Abhängigkeit von ${parent} wurde hinzugefügt`,
    condition: 'Bedingung',
    formTitle: 'Von einem anderen Flag abhängig machen',
    isOff: 'aus ist',
    isOn: 'an ist',
    neededBy: 'Benötigt von',
    none: 'Es hängt von keinem anderen Flag ab, und keines von ihm.',
    onlyWhere: 'Nur, wo',
    parent: 'Übergeordnetes Flag',
    parentNote: (flag) => `${flag} ist nur an, wo dieses es erlaubt`,
    parentOff: 'das übergeordnete Flag ist aus',
    parentOn: 'das übergeordnete Flag ist an',
    parentVariants: 'das übergeordnete Flag hat bestimmte Varianten',
    remove: (parent) => `Abhängigkeit von ${parent} entfernen`,
    removed: (parent) => `Die Abhängigkeit von ${parent} wurde entfernt`,
    shows: (variants) => `die Variante ${variants.join(' oder ')} hat`,
    title: 'Abhängigkeiten',
    unknown: 'Kein solches Flag im Projekt',
    variants: 'Varianten',
  },

  earlier: {
    archived: 'Archiviert',
    compare: 'Mit aktuellem Stand vergleichen',
    note: 'Das Flag, wie es war, schreibgeschützt.',
    none: 'Keine Version aus dieser Zeit',
    noneNote: 'Das Flag gab es noch nicht, oder seine Versionen wurden noch nicht aufgezeichnet.',
    restore: 'Wiederherstellen …',
  },

  pending: {
    by: (environment, person) => `ändert es in ${environment}, von ${person}`,
    scheduled: (at) => `wird wirksam am ${at}`,
  },
};
