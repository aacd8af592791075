import { formatNumber } from '../../language.ts';
import { texts as shared } from '../../ui/texts.ts';
import { texts } from '../texts.tsx';

const { weightTypes } = texts.changeRequest.changes;

/** The value of a member of flags and segments; weights are tenths of a percent. */
export function valueInWords(member: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => valueInWords(member, each));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([path, each]) => [path, valueInWords(lastPartOf(path), each)]),
    );
  }
  if (typeof value === 'boolean') return value ? shared.common.yes : shared.common.no;
  if (member === 'weight' && typeof value === 'number') return `${formatNumber(value / 10)}%`;
  if (member === 'weightType') return value === 'fix' ? weightTypes.fix : weightTypes.variable;
  if (member === 'rollout' && value !== '') return `${value}%`;
  return value;
}

/** Differences of a dry run are keyed by path: `variants/0/weight`. */
const lastPartOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
