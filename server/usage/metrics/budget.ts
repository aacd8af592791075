import type { SdkToken } from '../../platform/caller.ts';
import { frontendShares } from './limits.ts';

/** Divides the memory of the buffer among tokens, so that a public one cannot fill it. */
export function createBudget(bytesMax: number) {
  let [buffered, ofFrontends, writing] = [0, 0, 0];
  let ofFrontend = new Map<number, number>();

  const fits = ({ kind, id }: SdkToken, bytes: number) =>
    buffered + writing + bytes <= bytesMax &&
    (kind === 'client' ||
      (ofFrontends + bytes <= bytesMax * frontendShares.all &&
        (ofFrontend.get(id) ?? 0) + bytes <= bytesMax * frontendShares.one));

  return {
    bytesMax,
    bytes: () => buffered + writing,
    /** False if it does not fit. Without a token it is what was buffered before, which fits. */
    take: (token: SdkToken | undefined, bytes: number): boolean => {
      if (token && !fits(token, bytes)) return false;
      buffered += bytes;
      if (token?.kind === 'frontend') {
        ofFrontends += bytes;
        ofFrontend.set(token.id, (ofFrontend.get(token.id) ?? 0) + bytes);
      }
      return true;
    },
    hasRoom: (token: SdkToken) => fits(token, 1),
    startWriting: () => {
      [buffered, ofFrontends, writing] = [0, 0, writing + buffered];
      ofFrontend = new Map();
    },
    /** `remaining` is what is written later. */
    finishWriting: (remaining: number) => {
      writing = remaining;
    },
  };
}

export type Budget = ReturnType<typeof createBudget>;

/*
 * Estimates from the heap of Node: an object or an entry of a map, and two bytes per character.
 */
const textBytes = (text: string) => 2 * text.length;

export const bucketBytes = (application: string) => 500 + textBytes(application);
export const countBytes = (flag: string) => 300 + textBytes(flag);
export const variantBytes = (variant: string) => 150 + textBytes(variant);

export const instanceBytes = (texts: readonly string[]) =>
  texts.reduce((sum, text) => sum + 50 + textBytes(text), 500);
