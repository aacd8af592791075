import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Option } from './completion.ts';
import type { Language } from './keys.ts';
import { useValues } from './values.ts';

type Typing = {
  language: Language;
  typed: string;
  setTyped: (text: string) => void;
  input: RefObject<HTMLInputElement | null>;
};

const none: readonly Option[] = [];

/** Suggestions for the word at the caret, as an ARIA combobox whose focus stays in the input. */
export function useCompletion({ language, typed, setTyped, input }: Typing) {
  const id = useId();
  /** Undefined while the list is closed. */
  const [caret, setCaret] = useState<number>();
  const [active, setActive] = useState(-1);
  const moveCaret = useCaret(input);
  const rules = useRules(caret !== undefined);
  const completing = caret === undefined ? undefined : rules?.completingAt(language, typed, caret);
  const values = useValues(language, completing?.key, completing?.typed ?? '');
  const options =
    completing === undefined || rules === undefined
      ? none
      : completing.key === undefined
        ? rules.keyOptions(language, completing)
        : rules.valueOptions(completing.typed, values);
  const opened = options.length > 0;
  const openAt = (next: number | undefined) => {
    setCaret(next);
    setActive(-1);
  };
  const choose = (option: Option) => {
    if (completing === undefined || rules === undefined) return;
    const accepted = rules.accept(typed, completing, option);
    setTyped(accepted.text);
    moveCaret(accepted.caret);
    openAt(accepted.caret);
  };
  const onKeyDown = (event: KeyPress): boolean => {
    const { key } = event;
    if (!opened) {
      if (key !== ' ' || !event.ctrlKey) return false;
      openAt(input.current?.selectionStart ?? typed.length);
      event.preventDefault();
      return true;
    }
    const option = options[active];
    if (key === 'ArrowDown') setActive((active + 1) % options.length);
    else if (key === 'ArrowUp') setActive((active <= 0 ? options.length : active) - 1);
    else if (key === 'Escape') openAt(undefined);
    else if ((key === 'Enter' || key === 'Tab') && option) choose(option);
    else {
      if (key === 'Enter' || /^(Arrow(Left|Right)|Home|End)$/.test(key)) openAt(undefined);
      return false;
    }
    event.preventDefault();
    return true;
  };
  return { id, options, opened, active, openAt, choose, onKeyDown };
}

export type Completion = ReturnType<typeof useCompletion>;

/** Loaded when the first word is typed; nothing is suggested if that fails. */
function useRules(needed: boolean) {
  const [rules, setRules] = useState<typeof import('./completion.ts')>();
  useEffect(() => {
    if (needed)
      void import('./completion.ts').then(
        (loaded) => setRules(loaded),
        () => {},
      );
  }, [needed]);
  return rules;
}

type KeyPress = { key: string; ctrlKey: boolean; preventDefault: () => void };

/** Moves the caret once the input has its new text. */
function useCaret(input: RefObject<HTMLInputElement | null>) {
  const next = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (next.current === undefined) return;
    input.current?.setSelectionRange(next.current, next.current);
    next.current = undefined;
  });
  return (caret: number) => {
    next.current = caret;
  };
}
