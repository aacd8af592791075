import { texts } from '../texts.ts';

const { modeNames } = texts.projects;

/** The modes of a project, as options of a Select. */
export const modeOptions = Object.entries(modeNames).map(([value, label]) => ({ value, label }));
