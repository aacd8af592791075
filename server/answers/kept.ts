import { createMemory } from './memory.ts';
import { type Packed, pack } from './packing.ts';

/** The bytes of an answer, and what leaves them true. */
export type MadeAnswer = {
  body: Buffer;
  /** For how long time alone does; for ever, if not said. */
  freshMs?: number;
  /** Whether what happened from one state to the other does; if not said, nothing does. */
  outlives?: (before: string, now: string) => Promise<boolean>;
};

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

type Made = Pick<MadeAnswer, 'outlives'> & { packed: Packed; freshUntil: number };

type Entry = {
  state: string;
  answer: Promise<KeptAnswer>;
  /** There once it is made. */
  made?: Made;
  bytes: number;
};

/** About what an entry costs beside its answer and its key. */
const entryBytes = 500;

/**
 * The same question comes again and again between two changes, and its answer is the same bytes. The
 * state is read before the answer is made, so what is kept is never older than its state.
 */
export function keepAnswers(bytesMax: number): KeptAnswers {
  const memory = createMemory<Entry>(bytesMax);

  const add = (
    key: string,
    state: string,
    find: () => Promise<{ made: Made; found: boolean }>,
  ): Promise<KeptAnswer> => {
    const finish = async () => {
      const { made, found } = await find();
      entry.made = made;
      memory.resized(key);
      return { answer: made.packed, found };
    };
    const entry: Entry = {
      state,
      get bytes() {
        return 2 * key.length + entryBytes + (entry.made?.packed.bytes ?? 0);
      },
      answer: finish().catch((error: unknown) => {
        // Who asks from now on tries again.
        entry.state = failed;
        throw error;
      }),
    };
    memory.set(key, entry);
    return entry.answer;
  };

  const makeBy = async (key: string, make: () => Promise<MadeAnswer>): Promise<Made> => {
    const asked = performance.now();
    const { body, freshMs = Number.POSITIVE_INFINITY, outlives } = await make();
    const packed = pack(body, () => memory.resized(key));
    return { packed, freshUntil: asked + freshMs, ...(outlives ? { outlives } : {}) };
  };

  return {
    recall: async (key, state, make) => {
      if (state === undefined) return { answer: pack((await make()).body, () => {}), found: false };
      const known = memory.get(key);
      if (known?.state === state && isFresh(known)) {
        return { answer: (await known.answer).answer, found: true };
      }
      return add(key, state, async () => {
        const kept = known && (await outliving(known, state));
        return kept ? { made: kept, found: true } : { made: await makeBy(key, make), found: false };
      });
    },
  };
}

/** The state of what could not be made: nobody asks for it. */
const failed = '';

/** While it is made nobody can say how long it will be true. */
const isFresh = ({ made }: Entry) => made === undefined || performance.now() < made.freshUntil;

/** What was made for an earlier state and is true in this one too. */
async function outliving({ state, made }: Entry, now: string): Promise<Made | undefined> {
  if (made?.outlives === undefined || performance.now() >= made.freshUntil) return undefined;
  return (await made.outlives(state, now)) ? made : undefined;
}
