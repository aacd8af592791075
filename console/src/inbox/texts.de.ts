import { formatNumber } from '../language.ts';
import type { Texts } from './texts.ts';

const decisions: Readonly<Record<string, string>> = {
  approved: 'Genehmigt',
  applied: 'Angewendet',
  rejected: 'Abgelehnt',
  cancelled: 'Zurückgezogen',
};

export const de: Texts = {
  bell: {
    label: (unread) =>
      unread === 0 ? 'Posteingang' : `Posteingang, ${formatNumber(unread)} ungelesen`,
    title: 'Posteingang',
    unread: 'Ungelesen',
    markRead: 'Alle als gelesen markieren',
    empty: 'Nichts zu erledigen',
    emptyNote: (username) =>
      `Hier finden Sie Änderungsanträge zur Prüfung, Kommentare, in denen Sie erwähnt werden${
        username ? ` (@${username})` : ''
      }, Entscheidungen über Ihre Anträge, fehlgeschlagene Zeitpläne, angehaltene Integrationen und Ihre veralteten Flags.`,
    kinds: {
      review: 'Zu prüfen',
      mention: 'Erwähnungen',
      decision: 'Meine Anträge',
      schedule: 'Zeitpläne',
      integration: 'Integrationen',
      stale: 'Flags',
    },
    review: (author) => `Vorgeschlagen von ${author}`,
    mention: (author) => `Erwähnt von ${author}`,
    decided: (status, author) => {
      const done = decisions[status] ?? status;
      return author ? `${done} von ${author}` : done;
    },
    failed: 'Der Zeitplan ist fehlgeschlagen',
    suspended: 'Der Zeitplan wurde ausgesetzt',
    integration: 'Angehalten: Zustellungen sind fehlgeschlagen',
    markedStale: (author) =>
      author ? `Von ${author} als veraltet markiert` : 'Als veraltet markiert',
    potentiallyStale: 'Möglicherweise veraltet: Lebensdauer des Typs überschritten',
  },
};
