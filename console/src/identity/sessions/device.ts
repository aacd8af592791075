import { texts } from '../texts.tsx';

/** The first that matches: most browsers also send the names of others. */
const browsers = {
  Edge: /Edg/,
  Opera: /OPR/,
  Firefox: /Firefox/,
  Chrome: /Chrome/,
  Safari: /Safari/,
};
const systems = {
  iPhone: /iPhone/,
  iPad: /iPad/,
  Android: /Android/,
  Windows: /Windows/,
  macOS: /Mac OS/,
  Linux: /Linux/,
};

/** `Firefox on Linux`; another client by the first word that it sends. */
export function deviceOf(userAgent: string | null): string {
  if (!userAgent) return texts.sessions.unknownDevice;
  const nameIn = (names: Readonly<Record<string, RegExp>>) =>
    Object.entries(names).find(([, pattern]) => pattern.test(userAgent))?.[0];
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  if (browser === undefined) return userAgent.split(/[\s/]/, 1)[0] ?? texts.sessions.unknownDevice;
  return system === undefined ? browser : texts.sessions.device(browser, system);
}
