import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The built console: the folder of its files, and the page that loads them. */
export type ConsoleFiles = { assets: string; page: string };

/** Next to the built server, or in `dist/` if the server runs from its sources. */
const buildFolders = ['../console/', '../../../dist/console/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** Undefined if the console was not built. */
export function findConsole(
  baseUriPath: string,
  folders: readonly string[] = buildFolders,
): ConsoleFiles | undefined {
  const folder = folders.find((path) => existsSync(`${path}/manifest.json`));
  if (folder === undefined) return undefined;
  const page = readFileSync(`${folder}/index.html`, 'utf8');
  return {
    assets: `${folder}/assets`,
    // Every URL in the page is relative to this one, so one build serves any base path.
    page: page.replace('<base href="/"', `<base href="${escapeAttribute(baseUriPath)}/"`),
  };
}

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
