/** A piece of four letters has two trigrams, enough to tell one word from most others. */
const pieceLength = 4;
/** Each more costs the database the reading of one more list, and hardly narrows what is left. */
const piecesMax = 5;
/** What more of the texts have rules out too little, unless there is nothing rarer. */
const commonShare = 0.1;
const piecesLeast = 2;

/**
 * The beginnings of words and the ends of long ones, in the order of the text and apart from each
 * other. Of plain letters and digits, whose upper and lower case is the same in every locale: the small
 * letter of the Kelvin sign is a k, but not in every database.
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
 * A pattern that every text with this one in it matches, and few others: its rarest pieces, by how
 * many texts of a sample have them. The index has a list of events for every three letters, and
 * reads all the lists of a pattern; those of common letters are long and rule out little.
 */
export function rarePattern(text: string, sample: readonly string[]): string {
  const common = sample.length * commonShare;
  const chosen = piecesOf(text)
    .map((piece, place) => ({
      piece,
      place,
      found: sample.filter((it) => it.includes(piece)).length,
    }))
    .sort((one, other) => one.found - other.found || one.place - other.place)
    .filter(({ found }, rank) => rank < piecesLeast || (rank < piecesMax && found <= common))
    .sort((one, other) => one.place - other.place);
  return `%${chosen.map(({ piece }) => piece).join('%')}%`;
}
