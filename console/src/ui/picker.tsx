import {
  getOptionsLockup,
  getParsedComboboxData,
  MultiSelect,
  type MultiSelectProps,
  Select,
  type SelectProps,
} from '@mantine/core';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { texts } from './texts.ts';
import { splitValues } from './values.ts';

type Own = {
  /** What the options are, as in `“x” is not a segment`. */
  noun?: string | undefined;
  /** Follows the refusal of a text that is no option. */
  hint?: ReactNode;
};

type PickerProps = SelectProps &
  Own & {
    /** Offered where the typed text is no option. */
    create?: { label: (typed: string) => string; run: (typed: string) => void } | undefined;
  };

const createValue = '\u0000create';

/** A searchable choice of one option. */
export function Picker({
  noun,
  hint,
  create,
  data,
  value,
  error,
  onChange,
  ...props
}: PickerProps) {
  const options = optionsOf(data);
  const label = options.find((each) => each.value === value)?.label ?? '';
  const typing = useTyping({
    options,
    noun,
    hint,
    label,
    choose: ([option]) => option && onChange?.(option.value, option),
  });
  const { leftover } = typing;
  const offered = create && leftover !== '' && !options.some((each) => isNamed(each, leftover));
  return (
    <Select
      {...props}
      {...typing.props}
      data={[
        ...(data ?? []),
        ...(offered ? [{ value: createValue, label: create.label(leftover) }] : []),
      ]}
      value={value ?? null}
      error={typing.error || error}
      onChange={(next, option) => {
        if (next === createValue) create?.run(leftover);
        else onChange?.(next, option);
      }}
    />
  );
}

/** A searchable choice of any number of options, also of a typed or pasted list. */
export function MultiPicker(props: MultiSelectProps & Own) {
  const { noun, hint, data, value = [], error, onChange, ...rest } = props;
  const typing = useTyping({
    options: optionsOf(data),
    chosen: value,
    noun,
    hint,
    label: '',
    choose: (options) => {
      onChange?.([...new Set([...value, ...options.map((option) => option.value)])]);
    },
  });
  return (
    <MultiSelect
      {...rest}
      {...typing.props}
      {...(data ? { data } : {})}
      value={value}
      error={typing.error || error}
      onChange={(next) => onChange?.(next)}
    />
  );
}

type Option = { value: string; label: string };

const optionsOf = (data: SelectProps['data']): Option[] =>
  Object.values(getOptionsLockup(getParsedComboboxData(data))).map(({ value, label }) => ({
    value: String(value),
    label,
  }));

const isNamed = ({ label }: Option, text: string) =>
  label.trim().toLowerCase() === text.toLowerCase();

type Typing = Own & {
  options: readonly Option[];
  /** The values of the chosen options, if there can be several. */
  chosen?: readonly string[];
  /** Of the chosen option, which the box shows until its text is changed. */
  label: string;
  choose: (options: readonly Option[]) => void;
};

/**
 * Enter chooses the first match instead of sending the form, and text that is no option stays when
 * the box is left: the browser then does not send the form.
 */
function useTyping({ noun = texts.picker.anyOption, hint, label, choose, ...props }: Typing) {
  const input = useRef<HTMLInputElement>(null);
  const { isKept, keepText } = useKeptText();
  const [typed, setTyped] = useState(label);
  const [left, setLeft] = useState('');
  const [refused, setRefused] = useState('');
  const leftover = typed === label ? '' : typed.trim();
  const refusal = leftover && texts.picker.unknown(leftover, noun);
  useEffect(() => input.current?.setCustomValidity(refusal), [refusal]);
  const chooseList = (text: string): boolean => {
    const list = props.chosen && listIn(text, props.options);
    if (!list) return false;
    setTyped(list.others);
    setRefused(list.others);
    choose(list.found);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || leftover === '' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    // The list chooses the highlighted option; it highlights none that came after the typing.
    if (highlightedIn(event.currentTarget)) return;
    const match = firstMatch(leftover, props);
    if (match) {
      setTyped('');
      choose([match]);
    } else if (!chooseList(leftover)) setRefused(leftover);
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (chooseList(`${leftover}${pasted}`)) event.preventDefault();
  };
  const onBlurCapture = () => {
    const exact = leftover && props.options.find((each) => isNamed(each, leftover));
    if (exact) return choose([exact]);
    if (leftover === '' || chooseList(leftover)) return;
    setLeft(leftover);
    keepText();
  };
  // A message that appears when the box is left would move what is being clicked.
  const error =
    leftover !== '' &&
    (refused === leftover ? <Refusal text={refusal} hint={hint} /> : left === leftover);
  return {
    leftover,
    error,
    props: {
      ...searching,
      ref: input,
      searchValue: typed,
      onSearchChange: (next: string) => {
        if (!isKept()) setTyped(next);
      },
      onKeyDown,
      onPaste,
      onBlurCapture,
      onInvalid: () => setRefused(leftover),
    },
  };
}

/** When the box is left, it would clear its text as the same event bubbles. */
function useKeptText() {
  const leaving = useRef(false);
  const keepText = () => {
    leaving.current = true;
    setTimeout(() => {
      leaving.current = false;
    });
  };
  return { isKept: () => leaving.current, keepText };
}

const searching = { searchable: true, selectFirstOptionOnChange: true };

type Choice = Pick<Typing, 'options' | 'chosen'>;

const firstMatch = (text: string, { options, chosen = [] }: Choice) =>
  options.find(
    ({ value, label }) =>
      !chosen.includes(value) && label.toLowerCase().includes(text.toLowerCase()),
  );

/** The options that a list of several names has, and the other names. */
function listIn(text: string, options: readonly Option[]) {
  const names = splitValues(text);
  if (names.length < 2) return undefined;
  const optionOf = (name: string) => options.find((each) => isNamed(each, name));
  return {
    found: names.flatMap((name) => optionOf(name) ?? []),
    others: names.filter((name) => !optionOf(name)).join(', '),
  };
}

function highlightedIn(input: HTMLInputElement): boolean {
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '');
  return list?.querySelector('[data-combobox-selected]') != null;
}

const Refusal = ({ text, hint }: { text: string; hint: ReactNode }) => (
  <>
    {text} {hint}
  </>
);
