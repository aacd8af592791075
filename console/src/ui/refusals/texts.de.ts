import type { Place, Texts } from './texts.ts';

function placeText({ environments, project }: Place): string {
  const names = environments.map((name) => `„${name}“`).join(', ');
  if (environments.length === 0) return project === undefined ? '' : ` im Projekt „${project}“`;
  const where =
    environments.length === 1 ? ` in der Umgebung ${names}` : ` in den Umgebungen ${names}`;
  return project === undefined ? where : `${where} des Projekts „${project}“`;
}

const listed = (actions: readonly string[], word: string) =>
  [actions.slice(0, -1).join(', '), actions.at(-1)].filter(Boolean).join(` ${word} `);

export const de: Texts = {
  onlyAdmins: 'Das können nur Administratoren.',
  missing: (actions, place, all) =>
    `Ihnen fehlt die Berechtigung,${placeText(place)} ${listed(actions, all ? 'und' : 'oder')}.`,
  needsChangeRequest: (place) => `Änderungen${placeText(place)} erfordern einen Änderungsantrag.`,
  can: {
    CREATE_ADDON: 'Integrationen zu erstellen',
    UPDATE_ADDON: 'Integrationen zu ändern',
    DELETE_ADDON: 'Integrationen zu löschen',
    READ_CLIENT_API_TOKEN: 'API-Tokens zu sehen',
    CREATE_CLIENT_API_TOKEN: 'API-Tokens zu erstellen',
    UPDATE_CLIENT_API_TOKEN: 'API-Tokens zu ändern',
    DELETE_CLIENT_API_TOKEN: 'API-Tokens zu löschen',
    READ_FRONTEND_API_TOKEN: 'API-Tokens zu sehen',
    CREATE_FRONTEND_API_TOKEN: 'API-Tokens zu erstellen',
    UPDATE_FRONTEND_API_TOKEN: 'API-Tokens zu ändern',
    DELETE_FRONTEND_API_TOKEN: 'API-Tokens zu löschen',
    UPDATE_APPLICATION: 'Anwendungen zu ändern',
    CREATE_CONTEXT_FIELD: 'Kontextfelder zu erstellen',
    UPDATE_CONTEXT_FIELD: 'Kontextfelder zu ändern',
    DELETE_CONTEXT_FIELD: 'Kontextfelder zu löschen',
    CREATE_PROJECT: 'Projekte zu erstellen',
    READ_ROLE: 'Rollen zu sehen',
    CREATE_SEGMENT: 'Segmente zu erstellen',
    UPDATE_SEGMENT: 'Segmente zu ändern',
    DELETE_SEGMENT: 'Segmente zu löschen',
    CREATE_STRATEGY: 'Strategietypen zu erstellen',
    UPDATE_STRATEGY: 'Strategietypen zu ändern',
    DELETE_STRATEGY: 'Strategietypen zu löschen',
    CREATE_TAG_TYPE: 'Tag-Typen zu erstellen',
    UPDATE_TAG_TYPE: 'Tag-Typen zu ändern',
    DELETE_TAG_TYPE: 'Tag-Typen zu löschen',
    CREATE_FEATURE: 'Flags zu erstellen',
    UPDATE_FEATURE: 'Flags zu ändern',
    DELETE_FEATURE: 'Flags zu archivieren oder zu löschen',
    UPDATE_FEATURE_DEPENDENCY: 'Abhängigkeiten zu ändern',
    UPDATE_FEATURE_VARIANTS: 'Varianten zu ändern',
    MOVE_FEATURE_TOGGLE: 'Flags zu verschieben',
    UPDATE_PROJECT: 'Einstellungen zu ändern',
    DELETE_PROJECT: 'Projekte zu archivieren oder zu löschen',
    READ_PROJECT_API_TOKEN: 'API-Tokens zu sehen',
    CREATE_PROJECT_API_TOKEN: 'API-Tokens zu erstellen',
    DELETE_PROJECT_API_TOKEN: 'API-Tokens zu löschen',
    UPDATE_PROJECT_SEGMENT: 'Segmente zu ändern',
    PROJECT_USER_ACCESS_READ: 'Mitglieder zu sehen',
    PROJECT_USER_ACCESS_WRITE: 'Mitglieder zu ändern',
    PROJECT_DEFAULT_STRATEGY_READ: 'die Standardstrategie zu sehen',
    PROJECT_DEFAULT_STRATEGY_WRITE: 'die Standardstrategie zu ändern',
    PROJECT_CHANGE_REQUEST_READ: 'die Einstellungen für Änderungsanträge zu sehen',
    PROJECT_CHANGE_REQUEST_WRITE: 'die Einstellungen für Änderungsanträge zu ändern',
    PROJECT_SETTINGS_READ: 'Einstellungen zu sehen',
    PROJECT_SETTINGS_WRITE: 'Einstellungen zu ändern',
    CREATE_FEATURE_STRATEGY: 'Strategien hinzuzufügen',
    UPDATE_FEATURE_STRATEGY: 'Strategien zu ändern',
    DELETE_FEATURE_STRATEGY: 'Strategien zu löschen',
    UPDATE_FEATURE_ENVIRONMENT: 'Flags ein- oder auszuschalten',
    UPDATE_FEATURE_ENVIRONMENT_VARIANTS: 'Varianten zu ändern',
    APPROVE_CHANGE_REQUEST: 'Änderungsanträge zu genehmigen',
    APPLY_CHANGE_REQUEST: 'Änderungsanträge anzuwenden',
    SKIP_CHANGE_REQUEST: 'Änderungen ohne Änderungsantrag vorzunehmen',
  },
};
