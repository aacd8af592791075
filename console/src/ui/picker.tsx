import {
  getOptionsLockup,
  getParsedComboboxData,
  MultiSelect,
  type MultiSelectProps,
  Select,
  type SelectProps,
} from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { texts } from './texts.ts';

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
    choose: (option) => onChange?.(option.value, option),
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

/** A searchable choice of any number of options. */
export function MultiPicker(props: MultiSelectProps & Own) {
  const { noun, hint, data, value = [], error, onChange, ...rest } = props;
  const typing = useTyping({
    options: optionsOf(data).filter((each) => !value.includes(each.value)),
    noun,
    hint,
    label: '',
    choose: (option) => onChange?.([...value, option.value]),
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
  /** Of the chosen option, which the box shows until its text is changed. */
  label: string;
  choose: (option: Option) => void;
};

/**
 * Enter chooses the first match instead of sending the form, and text that is no option stays when
 * the box is left: the browser then does not send the form.
 */
function useTyping({ options, noun = texts.picker.anyOption, hint, label, choose }: Typing) {
  const input = useRef<HTMLInputElement>(null);
  const leaving = useRef(false);
  const [typed, setTyped] = useState(label);
  const [left, setLeft] = useState('');
  const [refused, setRefused] = useState('');
  const leftover = typed === label ? '' : typed.trim();
  const refusal = leftover && texts.picker.unknown(leftover, noun);
  const message = hint ? (
    <>
      {refusal} {hint}
    </>
  ) : (
    refusal
  );
  useEffect(() => input.current?.setCustomValidity(refusal), [refusal]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || leftover === '' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    // The list chooses the highlighted option; it highlights none that came after the typing.
    if (highlightedIn(event.currentTarget)) return;
    const match = options.find((each) => each.label.toLowerCase().includes(leftover.toLowerCase()));
    if (!match) return setRefused(leftover);
    setTyped('');
    choose(match);
  };
  const onBlurCapture = () => {
    const exact = leftover && options.find((each) => isNamed(each, leftover));
    if (exact) return choose(exact);
    if (leftover === '') return;
    setLeft(leftover);
    // Otherwise the box would clear the text when the same event bubbles.
    leaving.current = true;
    setTimeout(() => {
      leaving.current = false;
    });
  };
  return {
    leftover,
    // A message that appears when the box is left would move what is being clicked.
    error: leftover !== '' && (refused === leftover ? message : left === leftover),
    props: {
      ref: input,
      searchable: true,
      selectFirstOptionOnChange: true,
      searchValue: typed,
      onSearchChange: (next: string) => {
        if (!leaving.current) setTyped(next);
      },
      onKeyDown,
      onBlurCapture,
      onInvalid: () => setRefused(leftover),
    },
  };
}

function highlightedIn(input: HTMLInputElement): boolean {
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '');
  return list?.querySelector('[data-combobox-selected]') != null;
}
