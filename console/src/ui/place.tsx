import { pathLabel } from './path-label.ts';
import { texts } from './texts.ts';

type Props = { pointer: string; message?: string };

/** Where a wrong value is, in words. */
export default function Place({ pointer, message }: Props) {
  const label = pathLabel(pointer);
  return message === undefined ? texts.error.where(label) : `${label}: ${message}`;
}
