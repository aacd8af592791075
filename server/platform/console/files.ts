import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The console as the build left it: where its files are, and the page that loads them. */
export type ConsoleFiles = { assets: string; page: string };

/** Beside the built server, or in `dist/` where the server runs from its sources. */
const places = ['../../../console/', '../../../dist/console/'].map((place) =>
  fileURLToPath(new URL(place, import.meta.url)),
);

/** Undefined where the console was not built. */
export function findConsole(
  baseUriPath: string,
  folders: readonly string[] = places,
): ConsoleFiles | undefined {
  const folder = folders.find((place) => existsSync(`${place}/manifest.json`));
  if (folder === undefined) return undefined;
  const page = readFileSync(`${folder}/index.html`, 'utf8');
  return {
    assets: `${folder}/assets`,
    // Every address in the page is relative to this one, so one build serves any path.
    page: page.replace('<base href="/"', `<base href="${escapeAttribute(baseUriPath)}/"`),
  };
}

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
