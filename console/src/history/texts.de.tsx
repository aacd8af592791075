import { formatNumber } from '../language.ts';
import type { Texts } from './texts.tsx';

export const de: Texts = {
  comparison: {
    title: 'Änderungen',
    copyLink: 'Link zu diesem Vergleich kopieren',
    before: 'Vorher',
    after: 'Nachher',
    sides: (from, to, current) => (
      <>
        Vorher: {from ?? 'Flag noch nicht vorhanden'} · Nachher: {to}
        {current && ' (aktuell)'}
      </>
    ),
    same: 'Die beiden Versionen sind gleich.',
    showUnchanged: 'Unveränderte Werte anzeigen',
    noChanges: 'Keine Änderungen',
    allDifferences: 'Alle Unterschiede',
    marks: { changed: 'Geändert', added: 'Hinzugefügt', removed: 'Entfernt' },
    deletedSegment: 'ein gelöschtes Segment',

    rows: {
      ofFlag: 'Alle Umgebungen',
      state: 'Status',
      variants: 'Varianten',
      strategy: (number) => `Strategie ${number}`,
      stale: 'Veraltet',
      impressionData: 'Impression-Daten',
      archived: 'Archiviert',
      tags: 'Tags',
      dependsOn: 'Abhängig von',
      parentOff: (flag) => `${flag}, wenn es aus ist`,
      parentVariants: (flag, variants) => `${flag} mit Variante ${variants.join(' oder ')}`,
      links: 'Links',
    },
  },

  sentences: {
    none: 'nichts',
    and: 'und',
    or: 'oder',
    more: (count) => `${formatNumber(count)} weitere`,
    quoted: (value) => `„${value}“`,
    changed: (what) => `${what} geändert`,
    changedFrom: (what, from, to) => `${what} geändert: ${from} → ${to}`,
    ofStrategy: (part, strategy, environment) => `${part} (${strategy}, ${environment})`,
    ofSegment: (part, segment) => `${part} des Segments ${segment}`,
    parts: {
      type: 'Typ',
      name: 'Name',
      description: 'Beschreibung',
      project: 'Projekt',
      title: 'Titel',
      constraints: 'Bedingungen',
      segments: 'Segmente',
      variants: 'Varianten',
      position: 'Position',
      rollout: 'Rollout',
      stickiness: 'Stickiness',
      groupId: 'Gruppe',
      linkUrl: 'URL eines Links',
      linkTitle: 'Titel eines Links',
    },
    flagCreated: (flag) => `Flag ${flag} erstellt`,
    tagAdded: (tag) => `Tag ${tag} hinzugefügt`,
    tagRemoved: (tag) => `Tag ${tag} entfernt`,
    linkAdded: (url) => `Link ${url} hinzugefügt`,
    linkRemoved: (url) => `Link ${url} entfernt`,
    revived:
      'Aus dem Archiv wiederhergestellt: überall aus, und sein Lebenszyklus beginnt von vorn',
    archived: 'Archiviert',
    dependsOn: (parent) => `Abhängig von ${parent}`,
    independentOf: (parent) => `Nicht mehr von ${parent} abhängig`,
    switched: (on, environment) => `In ${environment} ${on ? 'eingeschaltet' : 'ausgeschaltet'}`,
    strategyAdded: (strategy, environment) => `Strategie ${strategy} in ${environment} hinzugefügt`,
    strategyRemoved: (strategy, environment) => `Strategie ${strategy} in ${environment} entfernt`,
    strategySwitched: (strategy, enabled, environment) =>
      `Strategie ${strategy} in ${environment} ${enabled ? 'aktiviert' : 'deaktiviert'}`,
    orderIn: (environment) => `Reihenfolge der Strategien in ${environment}`,
    variantsIn: (environment) => `Varianten in ${environment}`,
    segmentCreated: (segment) => `Segment ${segment} erstellt`,
    segmentDeleted: (segment) => `Segment ${segment} gelöscht`,
    stale: (marked) => (marked ? 'Als veraltet markiert' : 'Nicht mehr als veraltet markiert'),
    impressionData: (on) => `Impression-Daten ${on ? 'eingeschaltet' : 'ausgeschaltet'}`,
  },

  restore: {
    plan: 'Was sich ändert',
    appliedAtOnce: 'Sofort angewendet',
    toRequest: (environment) =>
      `Kommt in Ihren Änderungsantrag für ${environment}, wo Änderungen genehmigt werden müssen`,
    applied: 'Angewendet',
    addedToRequest: 'Zu Ihrem Änderungsantrag hinzugefügt',
    addedTo: (link, environment) => (
      <>
        Hinzugefügt zu {link}. {environment} ändert sich, sobald er genehmigt und angewendet ist.
      </>
    ),
    request: (id) => `Änderungsantrag #${id}`,
    notProposed: 'Das kann zurzeit nicht vorgeschlagen werden',
    inConflict: (link, flag) => (
      <>
        Ihr {link} ändert {flag} bereits, im Konflikt mit späteren Änderungen anderer. Bearbeiten
        oder verwerfen Sie ihn zuerst.
      </>
    ),
    done: 'Fertig',

    version: {
      title: 'Diese Version wiederherstellen?',
      action: 'Wiederherstellen',
      done: 'Die Version wurde wiederhergestellt',
      impossible: 'Diese Version kann nicht wiederhergestellt werden',
      unchanged: 'Nichts wiederherzustellen: Das Flag ist bereits so wie damals.',
      asOf: (time) => `Das Flag, wie es am ${time} war.`,
      scope: 'Was wiederhergestellt wird',
      wholeFlag: 'Das ganze Flag',
      someEnvironments: 'Ausgewählte Umgebungen',
      selectOne: 'Wählen Sie mindestens eine aus',
    },

    undo: {
      open: 'Diese Änderung rückgängig machen …',
      title: 'Diese Änderung rückgängig machen?',
      action: 'Rückgängig machen',
      done: 'Die Änderung wurde rückgängig gemacht',
      impossible: 'Diese Änderung kann nicht rückgängig gemacht werden',
      noEarlierVersion:
        'Diese Änderung kann nicht rückgängig gemacht werden, weil keine frühere Version des Flags gespeichert ist.',
      unchanged: 'Nichts rückgängig zu machen: Das Flag ist bereits so wie vor dieser Änderung.',
      change: (headline, ago) => (
        <>
          {headline}, {ago}. Spätere Änderungen bleiben erhalten.
        </>
      ),
    },
  },
};
