import type { Texts } from './texts.ts';

export const de: Texts = {
  settings: {
    maintenance: 'Wartungsmodus',
    maintenanceNote:
      'Änderungen sind nicht möglich, bis ein Administrator ihn beendet. SDKs sind nicht betroffen.',
  },
};
