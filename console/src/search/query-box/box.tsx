import { Anchor, CloseButton, Group, Input, Kbd, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId, useLayoutEffect, useRef } from 'react';
import { projectNamesQuery } from '../../flags/flags/api.ts';
import { SearchIcon } from '../../ui/icons.tsx';
import { useTyped } from '../../ui/search-box.tsx';
import { texts } from '../texts.ts';
import styles from './box.module.css';
import { HelpButton } from './help-button.tsx';
import type { Language } from './keys.ts';
import { Mirror } from './mirror.tsx';
import { type Mistake, mistakeIn, namesProject, projectMistakeIn } from './mistake.ts';
import { type Completion, useCompletion } from './use-completion.ts';

type Props = {
  language: Language;
  label: string;
  placeholder: string;
  /** The query of the URL. */
  text: string;
  /** The error of its search, if any. */
  error: Error | null;
  /** Whether results are shown although the query is invalid: those of the query before. */
  outdated: boolean;
  onText: (text: string) => void;
  onKeyDown?: (event: { key: string; preventDefault: () => void }) => void;
};

/** A search field for the query language, with highlighting, completion and help. */
export function QueryBox(props: Props) {
  const { language, label, placeholder, text, error, outdated, onText, onKeyDown } = props;
  const [typed, setTyped] = useTyped(text, onText);
  const input = useRef<HTMLInputElement>(null);
  const mirror = useRef<HTMLDivElement>(null);
  const mistakeId = useId();
  useHotkeys([['/', () => input.current?.focus()]]);
  const completion = useCompletion({ language, typed, setTyped, input });
  const { opened, openAt } = completion;
  const mistake = useMistake(text, error);
  // While a word is being completed it is not a mistake yet.
  const refused = typed.trimEnd() === text && !opened ? mistake : undefined;
  const scroll = () => {
    if (mirror.current) mirror.current.scrollLeft = input.current?.scrollLeft ?? 0;
  };
  useLayoutEffect(scroll);
  const replace = (next: string) => {
    setTyped(next);
    openAt(undefined);
    input.current?.focus();
  };
  return (
    <div>
      <div className={styles.box}>
        <Input
          ref={input}
          // Mantine would replace the attributes below by those of its own wrapper.
          withAria={false}
          error={refused !== undefined}
          classNames={{ input: styles.input ?? '' }}
          aria-label={label}
          placeholder={placeholder}
          leftSection={<SearchIcon />}
          rightSection={<Actions language={language} typed={typed} onText={replace} />}
          rightSectionWidth={68}
          rightSectionPointerEvents="all"
          {...attributesOf(completion)}
          aria-invalid={refused !== undefined}
          {...(refused ? { 'aria-describedby': mistakeId } : {})}
          value={typed}
          onScroll={scroll}
          onChange={({ currentTarget }) => {
            const { value, selectionStart } = currentTarget;
            setTyped(value.trimStart());
            openAt(selectionStart ?? undefined);
          }}
          onMouseDown={() => openAt(undefined)}
          onBlur={() => openAt(undefined)}
          onKeyDown={(event) => {
            if (!completion.onKeyDown(event)) onKeyDown?.(event);
          }}
        />
        <Mirror ref={mirror} text={typed} mistake={refused} />
        <Options label={label} completion={completion} />
      </div>
      <MistakeNote id={mistakeId} mistake={refused} outdated={outdated} onFix={replace} />
    </div>
  );
}

/** What the server refuses, or a project that does not exist. */
function useMistake(text: string, error: Error | null): Mistake | undefined {
  const projects = useQuery({ ...projectNamesQuery, enabled: namesProject(text) }).data?.projects;
  return mistakeIn(text, error) ?? projectMistakeIn(text, projects);
}

/** Of an editable combobox with a list. */
const attributesOf = ({ id, opened, active }: Completion) => ({
  role: 'combobox',
  autoComplete: 'off',
  autoCorrect: 'off',
  autoCapitalize: 'off',
  spellCheck: false,
  'aria-autocomplete': 'list' as const,
  'aria-expanded': opened,
  ...(opened ? { 'aria-controls': id } : {}),
  ...(opened && active >= 0 ? { 'aria-activedescendant': `${id}-${active}` } : {}),
});

function Options({ label, completion }: { label: string; completion: Completion }) {
  const { id, opened, options, active, choose } = completion;
  if (!opened) return null;
  return (
    <div
      id={id}
      role="listbox"
      aria-label={texts.box.suggestions(label)}
      className={styles.options}
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the input.
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input.
        <div
          key={option.insert}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={styles.option}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(option)}
        >
          <span>{option.label}</span>
          {option.note && <span className={styles.note}>{option.note}</span>}
        </div>
      ))}
    </div>
  );
}

type ActionsProps = { language: Language; typed: string; onText: (text: string) => void };

function Actions({ language, typed, onText }: ActionsProps) {
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end" w="100%" pe={6}>
      {typed === '' ? (
        <Kbd size="xs" visibleFrom="sm">
          /
        </Kbd>
      ) : (
        <CloseButton size="sm" aria-label={texts.box.clear} onClick={() => onText('')} />
      )}
      <HelpButton language={language} onExample={onText} />
    </Group>
  );
}

type NoteProps = {
  id: string;
  mistake: Mistake | undefined;
  outdated: boolean;
  onFix: (text: string) => void;
};

function MistakeNote({ id, mistake, outdated, onFix }: NoteProps) {
  return (
    <Group id={id} role="status" gap="sm" mt={mistake ? 4 : 0}>
      {mistake && (
        <>
          <Text size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
            {mistake.message}
          </Text>
          {mistake.fixes.map(({ label, text }) => (
            <Anchor key={label} component="button" size="sm" onClick={() => onFix(text)}>
              {label}
            </Anchor>
          ))}
          {outdated && (
            <Text size="sm" c="dimmed">
              {texts.box.previousResults}
            </Text>
          )}
        </>
      )}
    </Group>
  );
}
