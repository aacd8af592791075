import { Button, Group, Stack, TagsInput, Text, Textarea } from '@mantine/core';
import { type ClipboardEvent, type CSSProperties, type ReactNode, useState } from 'react';
import { texts } from './forms/texts.ts';
import { joinValues, splitValues } from './values.ts';

type Props = {
  value: readonly string[];
  onChange: (value: string[]) => void;
  label?: ReactNode;
  /** Without a visible label. */
  'aria-label'?: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  /** Suggested values. */
  data?: readonly string[];
  style?: CSSProperties;
};

/** Each is an element of the page, so thousands would freeze it. */
const shownMax = 50;

/** Any number of texts; what is typed or pasted is split as `splitValues` describes. */
export function ValuesField({ value, onChange, data = [], style, ...field }: Props) {
  const [asText, setAsText] = useState(false);
  const many = value.length > shownMax;
  const add = (added: readonly string[]) => onChange([...new Set([...value, ...added])]);
  return (
    <Stack gap={4} {...(style ? { style } : {})}>
      {asText ? (
        <TextForm {...field} value={value} onChange={onChange} />
      ) : (
        <Pills {...field} value={value} data={data} onChange={onChange} onAdd={add} />
      )}
      {(many || asText) && (
        <Group gap="xs">
          <Text size="xs" c="dimmed" role="status">
            {many && !asText
              ? texts.values.countShown(value.length, shownMax)
              : texts.values.count(value.length)}
          </Text>
          <Button variant="subtle" size="compact-xs" onClick={() => setAsText(!asText)}>
            {asText ? texts.values.asList : texts.values.asText}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

type PillsProps = Omit<Props, 'style'> & { onAdd: (added: readonly string[]) => void };

function Pills({ value, onChange, onAdd, data = [], ...field }: PillsProps) {
  const [typed, setTyped] = useState('');
  const hidden = value.slice(0, -shownMax);
  const shown = value.slice(-shownMax);
  const change = (next: string[]) => {
    const added = next.slice(shown.length);
    if (added.length === 0) onChange([...hidden, ...next]);
    else onAdd(added.flatMap((each) => (data.includes(each) ? [each] : splitValues(each))));
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = splitValues(`${typed}${event.clipboardData.getData('text/plain')}`);
    event.stopPropagation();
    // A single value can be edited before it is added.
    if (pasted.length < 2) return;
    event.preventDefault();
    setTyped('');
    onAdd(pasted);
  };
  return (
    <TagsInput
      {...field}
      placeholder={value.length === 0 ? texts.values.placeholder : ''}
      acceptValueOnBlur
      // A comma after an opening quote is part of the value.
      splitChars={typed.trimStart().startsWith('"') ? [] : [',', ';']}
      isDuplicate={() => false}
      data={[...data]}
      searchValue={typed}
      onSearchChange={setTyped}
      value={shown}
      onChange={change}
      onPasteCapture={paste}
    />
  );
}

function TextForm({ value, onChange, ...field }: Omit<Props, 'style' | 'data'>) {
  const [text, setText] = useState(() => joinValues(value));
  return (
    <Textarea
      {...field}
      description={texts.values.separators}
      rows={10}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(splitValues(currentTarget.value));
      }}
    />
  );
}
