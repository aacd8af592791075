import { texts } from './texts.ts';

type Labelled = { type: string | null; label?: string | null | undefined };

/** The label of the server, which is English, for a type of a newer one. */
export const eventLabel = ({ type, label }: Labelled): string =>
  Object.entries(texts).find(([name]) => name === type)?.[1] ?? label ?? type ?? '';
