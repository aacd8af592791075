import { Kbd, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { SearchIcon } from './icons.tsx';

type Props = {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  onKeyDown?: (event: { key: string; preventDefault: () => void }) => void;
};

/** The address follows the typing at once; the answers of overtaken questions are dropped. */
export function SearchBox({ label, placeholder, text, onText, onKeyDown }: Props) {
  const [typed, setTyped] = useTyped(text, onText);
  const input = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => input.current?.focus()]]);
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<SearchIcon />}
      rightSection={<Kbd size="xs">/</Kbd>}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      {...(onKeyDown ? { onKeyDown } : {})}
    />
  );
}

const pauseMs = 60;

/** What stands in the box: what is typed, until the address is changed by something else. */
function useTyped(text: string, onText: (text: string) => void) {
  const [typed, setTyped] = useState(text);
  const [before, setBefore] = useState(text);
  // What was typed but does not stand in the address yet, which may be some letters behind.
  const [sent, setSent] = useState<readonly string[]>([]);
  if (text !== before) {
    const arrived = sent.indexOf(text);
    setBefore(text);
    setSent(sent.slice(arrived + 1));
    // Somebody went back, or followed a link: the box shows what the address says.
    if (arrived < 0 && text !== typed.trim()) setTyped(text);
  }
  const query = typed.trim();
  const said = sent.at(-1) ?? text;
  const say = useEffectEvent(() => {
    setSent([...sent, query]);
    onText(query);
  });
  useEffect(() => {
    if (query === said) return undefined;
    const timer = setTimeout(say, pauseMs);
    return () => clearTimeout(timer);
  }, [query, said]);
  return [typed, setTyped] as const;
}
