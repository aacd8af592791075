import { Kbd, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
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
  const [typed, setTyped] = useState(text);
  const [said, setSaid] = useState(text);
  const input = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => input.current?.focus()]]);
  // Somebody went back, or followed a link: the box shows what the address says.
  if (text !== said) {
    setSaid(text);
    if (text !== typed.trim()) setTyped(text);
  }
  useEffect(() => {
    const query = typed.trim();
    if (query === said) return undefined;
    const timer = setTimeout(() => {
      setSaid(query);
      onText(query);
    }, 60);
    return () => clearTimeout(timer);
  }, [typed, said, onText]);
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
