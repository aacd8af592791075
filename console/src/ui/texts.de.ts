import { formatNumber } from '../language.ts';
import type { Texts } from './texts.ts';

export const de: Texts = {
  common: {
    add: 'Hinzufügen',
    back: 'Zurück',
    cancel: 'Abbrechen',
    close: 'Schließen',
    copy: 'Kopieren',
    create: 'Erstellen',
    delete: 'Löschen',
    description: 'Beschreibung',
    edit: 'Bearbeiten',
    environment: 'Umgebung',
    environments: 'Umgebungen',
    events: 'Ereignisse',
    flag: 'Flag',
    flags: (count) => (count === 1 ? '1 Flag' : `${formatNumber(count)} Flags`),
    loading: 'Lädt',
    name: 'Name',
    no: 'Nein',
    none: 'Keine',
    off: 'Aus',
    on: 'Ein',
    project: 'Projekt',
    projects: 'Projekte',
    remove: 'Entfernen',
    retry: 'Erneut versuchen',
    save: 'Speichern',
    type: 'Typ',
    yes: 'Ja',
  },
};
