import { createMemory } from './memory.ts';
import { type Packed, pack } from './packing.ts';

/** The bytes of an answer, and what leaves them true. */
export type MadeAnswer = {
  body: Buffer;
  /** For how long time alone does; for ever, if not said. */
  freshMs?: number;
  /** About what it holds in memory beside its body. */
  heldBytes?: number;
  /**
   * What became of it from one state to the other: itself, or one that it helped to make. Nothing, if
   * it cannot tell or this is not said.
   */
  renewed?: (before: string, now: string) => Promise<MadeAnswer | undefined>;
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

type Made = { answer: MadeAnswer; packed: Packed; freshUntil: number };

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
    const answer = finish().catch((error: unknown) => {
      // Who asks from now on tries again.
      entry.state = failed;
      throw error;
    });
    const entry = newEntry(key, state, answer);
    memory.set(key, entry);
    return entry.answer;
  };

  /** Packed already, if what is told is what was known. */
  const packNew = async (key: string, known: Made | undefined, tell: () => Promise<MadeAnswer>) => {
    const asked = performance.now();
    const answer = await tell();
    if (known?.answer === answer) return { made: known, found: true };
    const packed = pack(answer.body, () => memory.resized(key));
    const { freshMs = Number.POSITIVE_INFINITY } = answer;
    return { made: { answer, packed, freshUntil: asked + freshMs }, found: false };
  };

  return {
    recall: async (key, state, make) => {
      if (state === undefined) return { answer: pack((await make()).body, () => {}), found: false };
      const known = memory.get(key);
      if (known?.state === state && isFresh(known)) {
        return { answer: (await known.answer).answer, found: true };
      }
      const tell = async () => (known && (await renewed(known, state))) ?? make();
      return add(key, state, () => packNew(key, known?.made, tell));
    },
  };
}

/**
 * Not where answers are made: what a function can reach stays in memory as long as the function, and
 * there that is the answer before this one, which reaches the one before it.
 */
function newEntry(key: string, state: string, answer: Promise<KeptAnswer>): Entry {
  const entry: Entry = {
    state,
    answer,
    get bytes() {
      return 2 * key.length + entryBytes + (entry.made ? sizeOf(entry.made) : 0);
    },
  };
  return entry;
}

/** The state of what could not be made: nobody asks for it. */
const failed = '';

const sizeOf = ({ packed, answer }: Made) => packed.bytes + (answer.heldBytes ?? 0);

/** While it is made nobody can say how long it will be true. */
const isFresh = ({ made }: Entry) => made === undefined || performance.now() < made.freshUntil;

/** What was made for an earlier state, as it is in this one. */
async function renewed({ state, made }: Entry, now: string): Promise<MadeAnswer | undefined> {
  if (made === undefined || performance.now() >= made.freshUntil) return undefined;
  return made.answer.renewed?.(state, now);
}
