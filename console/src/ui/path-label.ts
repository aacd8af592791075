import { itemName, memberName } from './predefined/names.ts';
import { texts } from './texts.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A JSON Pointer in words: `/constraints/0/sortOrder` is `Constraint 1 › sort order`. */
export const pathLabel = (pointer: string): string => pathLabels([pointer])[0] ?? '';

/** Several of one table: ids are numbers in them, and left out if there is only one. */
export function pathLabels(pointers: readonly string[]): string[] {
  const all = pointers.map((pointer) => pointer.split('/').slice(1));
  const ids = [...new Set(all.flat().filter((part) => uuid.test(part)))];
  return all.map((parts) => labelOf(parts, ids));
}

function labelOf(parts: readonly string[], ids: readonly string[]): string {
  const words: string[] = [];
  for (const [index, part] of parts.entries()) {
    const number = uuid.test(part) ? ids.indexOf(part) : /^\d+$/.test(part) ? Number(part) : -1;
    const last = words.at(-1);
    if (uuid.test(part) && ids.length === 1) continue;
    if (number >= 0 && last !== undefined) {
      words[words.length - 1] = `${itemName(parts[index - 1] ?? '') ?? last} ${number + 1}`;
    } else if (number >= 0) words.push(String(number + 1));
    else if (part !== 'parameters') words.push(wordsOf(part));
  }
  const label = words.join(' › ');
  return label === '' ? texts.diff.everything : label.charAt(0).toUpperCase() + label.slice(1);
}

/** `sortOrder` as `sort order`; names that people chose stay as they are. */
function wordsOf(name: string): string {
  const translated = memberName(name);
  if (translated !== undefined) return translated;
  return /^[a-z]+([A-Z][a-z]+)+$/.test(name)
    ? name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    : name;
}
