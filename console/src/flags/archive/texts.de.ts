import type { Texts } from './texts.ts';

export const de: Texts = {
  title: 'Archiv',
  note: 'Flags, die nicht mehr verwendet werden. SDKs erhalten sie nicht.',
  noun: { one: 'Flag', many: 'archivierten Flags' },
  empty:
    'Archivieren Sie ein Flag auf seiner Seite, wenn es nicht mehr gebraucht wird. Hier können Sie es wiederherstellen oder löschen.',
  archived: 'Archiviert',
  lastSeen: 'Zuletzt gesehen',
  revive: (flag) => `${flag} wiederherstellen`,
  revived: (flag) => `${flag} wurde wiederhergestellt und ist überall aus`,
  deleteWarning:
    'wird endgültig gelöscht, und der Name kann wieder verwendet werden. Die Ereignisse bleiben im Ereignisprotokoll. Das kann nicht rückgängig gemacht werden.',
};
