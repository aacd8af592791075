import { type Ref, useMemo } from 'react';
import styles from './box.module.css';
import type { Mistake } from './mistake.ts';
import { tokensOf } from './tokens.ts';

type Props = { text: string; mistake: Mistake | undefined; ref: Ref<HTMLDivElement> };

/** The text of the input in colours; assistive technology reads the input. */
export function Mirror({ text, mistake, ref }: Props) {
  const pieces = useMemo(() => piecesOf(text, mistake), [text, mistake]);
  return (
    <div ref={ref} className={styles.mirror} aria-hidden="true">
      {pieces.map(({ start, end, classes }) => (
        <span
          key={start}
          className={classes}
          {...(mistake?.start === start ? { 'data-mistake': '' } : {})}
        >
          {/* Where a word is missing, a space is underlined. */}
          {start === end ? '\u00a0' : text.slice(start, end)}
        </span>
      ))}
    </div>
  );
}

/** Split where a token or the mistake begins or ends. */
function piecesOf(text: string, mistake: Mistake | undefined) {
  const tokens = tokensOf(text);
  const limits = [...tokens, ...(mistake ? [mistake] : [])].flatMap(({ start, end }) => [
    start,
    end,
  ]);
  const ends = [...new Set([...limits, text.length])].sort((one, other) => one - other);
  const pieces = ends.map((end, index) => {
    const start = ends[index - 1] ?? 0;
    const token = tokens.find((each) => each.start <= start && start < each.end);
    const wrong = mistake && mistake.start <= start && start < mistake.end;
    const classes = [token && styles[token.kind], wrong && styles.mistake];
    return { start, end, classes: classes.filter(Boolean).join(' ') };
  });
  const shown = pieces.filter(({ start, end }) => start < end);
  if (mistake?.start !== text.length) return shown;
  return [...shown, { start: text.length, end: text.length, classes: styles.mistake ?? '' }];
}
