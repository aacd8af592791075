import type { Texts } from './texts.tsx';

export const de: Texts = {
  flagKeys: {
    is: 'Status des Flags; is:stale umfasst Flags nach der Lebensdauer ihres Typs',
    name: 'Name; name:pay* für seinen Anfang',
    project: 'Projekt',
    type: 'Flag-Typ',
    stage: 'Phase des Lebenszyklus',
    by: 'Benutzer, der es erstellt hat',
    tag: 'Tag, als Typ:Wert',
    segment: 'Segment',
    env: 'an oder aus in einer Umgebung',
    created: 'Alter oder Tag der Erstellung',
    lastSeen: 'letzte Nutzung durch eine Anwendung',
    strategy: 'Strategie',
    rollout: 'Rollout in Prozent',
    context: 'verwendetes Kontextfeld',
    variant: 'Name einer Variante',
    payload: 'Payload einer Variante',
    'constraint.<field>': 'Bedingung mit diesem Wert',
    sort: 'Reihenfolge; mit - absteigend',
  },

  eventKeys: {
    type: 'Ereignistyp; type:feature-* für mehrere',
    by: 'Benutzer, der die Änderung vorgenommen hat',
    in: 'Projekt',
    project: 'Projekt',
    flag: 'Flag',
    env: 'Umgebung',
    tag: 'Tag, das das Flag damals hatte, als Typ:Wert',
    id: 'Nummer des Ereignisses',
    since: 'Alter oder erster Tag',
    until: 'Alter oder letzter Tag',
    sort: 'Reihenfolge',
  },

  examples: {
    onlyMarked: 'als veraltet markiert, ohne Flags, deren Lebensdauer abgelaufen ist',
    staleInProduction: 'veraltet, aber in production noch eingeschaltet',
    oldNotStale: 'alt und nicht veraltet, nach Namen',
    eitherType: 'von einem der beiden Typen',
    partlyRolledOut: 'in production nur teilweise ausgerollt',
    usedThisWeek: 'Name beginnt mit „pay“, diese Woche genutzt',
    archived: 'in den letzten 30 Tagen archiviert',
    sinceYesterday: 'Änderungen in production seit gestern',
    reviews: 'Prüfungen',
    withText: 'mit diesem Text, älteste zuerst',
  },

  help: {
    intro: (code) => (
      <>
        Eine Suche findet, was zu allen Wörtern passt. Setzen Sie {code('-')} vor ein Wort, um es
        auszuschließen, {code('or')} zwischen Alternativen, Klammern um Gruppen und
        Anführungszeichen um Text mit Leerzeichen oder Doppelpunkten.
      </>
    ),
    examples: 'Beispiele',
    terms: 'Suchbegriffe',
    reference: 'API-Referenz',
  },
};
