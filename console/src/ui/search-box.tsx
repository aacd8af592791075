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

/** Typing updates the URL immediately; superseded responses are dropped. */
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
      rightSection={
        <Kbd size="xs" visibleFrom="sm">
          /
        </Kbd>
      }
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      {...(onKeyDown ? { onKeyDown } : {})}
    />
  );
}

const pauseMs = 60;

/** The typed text, until the URL changes for another reason. */
export function useTyped(text: string, onText: (text: string) => void) {
  const [typed, setTyped] = useState(text);
  const [lastText, setLastText] = useState(text);
  // Typed texts that are not in the URL yet.
  const [sent, setSent] = useState<readonly string[]>([]);
  if (text !== lastText) {
    const arrived = sent.indexOf(text);
    setLastText(text);
    setSent(sent.slice(arrived + 1));
    // The URL changed by navigation, so the box follows it.
    if (arrived < 0 && text !== typed.trim()) setTyped(text);
  }
  const query = typed.trim();
  const lastSent = sent.at(-1) ?? text;
  const send = useEffectEvent(() => {
    setSent([...sent, query]);
    onText(query);
  });
  useEffect(() => {
    if (query === lastSent) return undefined;
    const timer = setTimeout(send, pauseMs);
    return () => clearTimeout(timer);
  }, [query, lastSent]);
  return [typed, setTyped] as const;
}
