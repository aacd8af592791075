import { eventLabels } from '../../../../server/events/labels.ts';
import type { EventType } from '../../../../server/events/types.ts';
import { catalogue } from '../../language.ts';
import { de } from './texts.de.ts';

/** What people call each type of event. */
export type Texts = Record<EventType, string>;

const en: Texts = eventLabels;

export const texts = catalogue({ en, de });
