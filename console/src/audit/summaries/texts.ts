import { catalogue } from '../../language.ts';
import { de } from './texts.de.ts';

const en = {
  changeRequest: 'Change request',
  titleChanged: 'Title changed',
  user: 'User',
  group: 'Group',
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
