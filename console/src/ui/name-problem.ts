import { texts } from './texts.ts';

/** The characters of names that are part of URLs, beside letters and digits. */
export const flagNameMarks = "- _ . ! ~ * ' ( )";
export const environmentNameMarks = '- _ . ~';

/** What is wrong with a new name; the server decides the rest. */
export const nameProblemWith =
  (marks: string) =>
  (name: string): string | null => {
    if (/\s/.test(name.trim())) return texts.names.noSpaces;
    if (/^\.{1,2}$/.test(name.trim())) return texts.names.onlyDots;
    const allowed = new Set(marks.split(' '));
    const wrong = [...name.trim()].find((it) => !/[A-Za-z0-9]/.test(it) && !allowed.has(it));
    return wrong === undefined ? null : texts.names.wrongCharacter(wrong, marks);
  };
