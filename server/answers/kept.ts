import { createMemory } from './memory.ts';
import { type Packed, pack } from './packing.ts';

/** The bytes of an answer, and for how long time alone leaves them true; for ever, if not said. */
export type MadeAnswer = { body: Buffer; freshMs?: number };

export type KeptAnswer = {
  answer: Packed;
  /** It was there when it was asked for. */
  found: boolean;
};

export type KeptAnswers = {
  /**
   * The answer made for this state of things, or one made now; whoever asks meanwhile shares it.
   * Without a state nothing is kept.
   */
  recall: (
    key: string,
    state: string | undefined,
    make: () => Promise<MadeAnswer>,
  ) => Promise<KeptAnswer>;
};

type Entry = { state: string; freshUntil: number; answer: Promise<Packed>; bytes: number };

/** About what an entry costs beside its answer and its key. */
const entryBytes = 500;

/**
 * The same question comes again and again between two changes, and its answer is the same bytes. The
 * state is read before the answer is made, so what is kept is never older than its state.
 */
export function keepAnswers(bytesMax: number): KeptAnswers {
  const memory = createMemory<Entry>(bytesMax);

  const add = (key: string, state: string, make: () => Promise<MadeAnswer>): Promise<Packed> => {
    const own = 2 * key.length + entryBytes;
    const asked = performance.now();
    const resize = (packed: Packed) => {
      entry.bytes = own + packed.bytes;
      memory.resized(key);
    };
    const finish = async () => {
      const { body, freshMs = Number.POSITIVE_INFINITY } = await make();
      const packed = pack(body, () => resize(packed));
      entry.freshUntil = asked + freshMs;
      resize(packed);
      return packed;
    };
    const entry: Entry = {
      state,
      freshUntil: Number.POSITIVE_INFINITY,
      bytes: own,
      answer: finish().catch((error: unknown) => {
        entry.freshUntil = 0;
        throw error;
      }),
    };
    memory.set(key, entry);
    return entry.answer;
  };

  return {
    recall: async (key, state, make) => {
      if (state === undefined) return { answer: pack((await make()).body, () => {}), found: false };
      const known = memory.get(key);
      const found = known?.state === state && performance.now() < known.freshUntil;
      return { answer: await (found ? known.answer : add(key, state, make)), found };
    },
  };
}
