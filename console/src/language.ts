/** The languages of the console. Errors of the server are English. */
export const languages = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof languages;

const storageKey = 'pennon-language';

const isLanguage = (text: string | null | undefined): text is Language =>
  text !== null && text !== undefined && text in languages;

/** What was chosen in the profile, or undefined: then the browser decides. */
export const chosenLanguage = (): Language | undefined => {
  const stored = globalThis.localStorage?.getItem(storageKey);
  return isLanguage(stored) ? stored : undefined;
};

/** Texts are read once, so the page is loaded again. */
export function chooseLanguage(chosen: Language | undefined): void {
  if (chosen) localStorage.setItem(storageKey, chosen);
  else localStorage.removeItem(storageKey);
  location.reload();
}

const ofBrowser = (): Language | undefined =>
  globalThis.navigator?.languages?.map((tag) => tag.slice(0, 2)).find(isLanguage);

export const language: Language = chosenLanguage() ?? ofBrowser() ?? 'en';

/** With the region of the browser, whose dates stand beside those of its own date inputs. */
export const locale =
  globalThis.navigator?.languages?.find((tag) => tag.startsWith(language)) ?? language;

/** The texts of a domain in the language of this page; both have the same members. */
export const catalogue = <T extends object>(texts: { en: T; de: NoInfer<T> | undefined }): T =>
  texts[language] ?? texts.en;

/** The German texts of pages by folder; the build takes them from here (`german-texts.ts`). */
const german = new Map<string, object>();
export const addGerman = (folder: string, texts: object) => void german.set(folder, texts);
export const germanOf = (folder: string): object | undefined => german.get(folder);

const numbers = new Intl.NumberFormat(locale);

export const formatNumber = (value: number): string => numbers.format(value);
