import 'dayjs/locale/de';
import { addGerman } from './language.ts';

/** What only German pages load: the texts of all pages, and the names of months in date inputs. */
const catalogues = import.meta.glob<{ de: object }>(
  ['./*/**/texts.de.{ts,tsx}', '!./{ui,shell,installation}/texts.de.ts'],
  { eager: true },
);

for (const [path, { de }] of Object.entries(catalogues)) {
  addGerman(path.slice('./'.length, path.lastIndexOf('/')), de);
}
