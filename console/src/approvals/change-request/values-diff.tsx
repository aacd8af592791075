import { JsonDiff } from '../../ui/json-diff.tsx';
import { valueInWords } from './value-in-words.ts';

/** The members that differ, with their values in the words of the console. */
export const ValuesDiff = ({ before, after }: { before: unknown; after: unknown }) => (
  <JsonDiff before={valueInWords('', before)} after={valueInWords('', after)} />
);
