/** Four letters have two trigrams, enough to distinguish most words. */
const pieceLength = 4;
/** Each further piece reads more posting lists and excludes few events. */
const piecesMax = 5;
/** More frequent pieces exclude too little, and are used only without rarer ones. */
const commonShare = 0.1;
const piecesLeast = 2;

/**
 * The beginnings of words and the ends of long words, in the order of the text and without overlap.
 * Only ASCII letters and digits, whose case mapping is the same in every locale, unlike that of the
 * Kelvin sign, whose lower case is k in some databases.
 */
export function piecesOf(text: string): string[] {
  const words = text.match(/[A-Za-z0-9]{3,}/g) ?? [];
  return words
    .map((word) => word.toLowerCase())
    .flatMap((word) =>
      word.length < 2 * pieceLength
        ? [word.slice(0, pieceLength)]
        : [word.slice(0, pieceLength), word.slice(-pieceLength)],
    );
}

/**
 * A pattern that every text containing this one matches, and few others: its rarest pieces, by
 * their frequency in a sample. A trigram index reads the posting lists of all trigrams of a
 * pattern; those of common trigrams are long and exclude little.
 */
export function rarePattern(text: string, sample: readonly string[]): string {
  const common = sample.length * commonShare;
  const chosen = piecesOf(text)
    .map((piece, index) => ({
      piece,
      index,
      found: sample.filter((it) => it.includes(piece)).length,
    }))
    .sort((one, other) => one.found - other.found || one.index - other.index)
    .filter(({ found }, rank) => rank < piecesLeast || (rank < piecesMax && found <= common))
    .sort((one, other) => one.index - other.index);
  return `%${chosen.map(({ piece }) => piece).join('%')}%`;
}
