import { texts as history } from '../../history/texts.tsx';
import { pathLabel } from '../../ui/path-label.ts';
import { memberName } from '../../ui/predefined/names.ts';
import { texts as ui } from '../../ui/texts.ts';
import { exactTime } from '../../ui/time-ago.tsx';
import type { LoggedEvent } from '../events/api.ts';

const lengthMax = 120;
const timestamp = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** `Flag limit: 10 → 20`, for each member that changed and has a name in the language. */
export function memberChanges({ data, preData }: LoggedEvent): string[] {
  const [before, after] = [preData, data].map((members) => new Map(Object.entries(members ?? {})));
  if (!before?.size || !after) return [];
  return [...after.keys()]
    .filter((name) => memberName(name) !== undefined)
    .flatMap((name) => {
      const [from, to] = [before.get(name), after.get(name)].map((value) => valueText(name, value));
      if (from === undefined || to === undefined || from === to) return [];
      const change = before.has(name) ? `${from} → ${to}` : to;
      return [`${pathLabel(`/${name}`)}: ${change}`];
    });
}

/** Undefined for lists and objects. */
function valueText(name: string, value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return history.sentences.none;
  // Roles are recorded by id.
  if (name === 'rootRole') return undefined;
  if (typeof value === 'boolean') return value ? ui.common.yes : ui.common.no;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return undefined;
  if (timestamp.test(value)) return exactTime(value);
  return value.length > lengthMax ? `${value.slice(0, lengthMax)}…` : value;
}
