/** Shorter ones are in too many known words. */
const partMin = 3;

/** The known word that contains it, or else differs least, if it differs little. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const part = word.toLowerCase();
  const containing = known.filter(
    (each) => part.length >= partMin && each.toLowerCase().includes(part),
  );
  const [best] = (containing.length > 0 ? containing : known)
    .map((candidate) => ({ candidate, edits: editsBetween(part, candidate) }))
    .sort((one, other) => one.edits - other.edits);
  if (best === undefined) return undefined;
  const isNear = containing.length > 0 || best.edits <= best.candidate.length / 2;
  return isNear ? best.candidate : undefined;
}

/** How many characters are inserted, deleted or replaced (Levenshtein distance). */
function editsBetween(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [line, character] of [...from].entries()) {
    const row = [line + 1];
    for (const [column, other] of [...to.toLowerCase()].entries()) {
      const [diagonal = 0, top = 0, left = 0] = [above[column], above[column + 1], row[column]];
      row.push(Math.min(top + 1, left + 1, diagonal + (character === other ? 0 : 1)));
    }
    above = row;
  }
  return above.at(-1) ?? 0;
}
