import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const root = fileURLToPath(new URL('src/', import.meta.url));

/** Catalogues of the first load, which have both languages: nothing is shown before they are there. */
export const ofFrame = /^((ui|shell|installation)\/)?texts\.tsx?$/;

const germanImport = /^import \{ de \} from '\.\/texts\.de\.tsx?';$/m;

/** Moves the German texts of pages to `src/german.ts`, so that pages in English are loaded without them. */
export const germanTexts = (): Plugin => ({
  name: 'german-texts',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(root) || !/\/texts\.tsx?$/.test(id)) return undefined;
    const path = id.slice(root.length);
    if (ofFrame.test(path)) return undefined;
    if (!germanImport.test(code)) this.error(`${path} does not import { de } from './texts.de.ts'`);
    const folder = path.slice(0, path.lastIndexOf('/'));
    const registered = [
      `import { germanOf } from '${root}language.ts';`,
      `const de = germanOf('${folder}');`,
    ];
    return { code: code.replace(germanImport, registered.join(' ')), map: null };
  },
});
