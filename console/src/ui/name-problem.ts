import { texts } from './texts.ts';

const t = texts.create;

/** What is wrong with the name of a new flag, which is part of URLs; the server decides the rest. */
export function nameProblem(name: string): string | null {
  if (/\s/.test(name)) return t.noSpaces;
  const wrong = name.match(/[^\w.!~*'()-]/u)?.[0];
  return wrong === undefined ? null : t.wrongCharacter(wrong);
}
