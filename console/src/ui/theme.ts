import { createTheme, DEFAULT_THEME, type MantineColorsTuple } from '@mantine/core';

/** Mantine's own grey of muted text is too pale for small text; this one has a contrast of 4.5. */
const gray: MantineColorsTuple = [
  '#f8f9fa',
  '#f1f3f5',
  '#e9ecef',
  '#dee2e6',
  '#ced4da',
  '#adb5bd',
  '#5c636a',
  '#495057',
  '#343a40',
  '#212529',
];

/**
 * The same colour with other shades for text on its own pale ground (9), under white text (7), and
 * for text in the dark (4).
 */
const readable = (
  name: 'indigo' | 'red' | 'orange' | 'yellow' | 'teal' | 'green',
  shades: Record<number, string>,
): MantineColorsTuple =>
  DEFAULT_THEME.colors[name].map(
    (colour, shade) => shades[shade] ?? colour,
  ) as unknown as MantineColorsTuple;

/** A list that scrolls is the list itself, which the keys move along: nothing else need be reached. */
const choosing = {
  defaultProps: {
    withScrollArea: false,
    styles: { options: { maxHeight: 240, overflowY: 'auto' } },
  },
};

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  colors: {
    gray,
    indigo: readable('indigo', { 4: '#91a7ff', 9: '#3046b4' }),
    red: readable('red', { 7: '#d92b2b', 9: '#b02525' }),
    orange: readable('orange', { 9: '#a33a0a' }),
    yellow: readable('yellow', { 9: '#8a4b00' }),
    teal: readable('teal', { 7: '#087f5b', 8: '#087f5b', 9: '#066b4d' }),
    green: readable('green', { 9: '#1f6b2e' }),
  },
  defaultRadius: 'md',
  respectReducedMotion: true,
  autoContrast: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '650' },
  components: {
    Autocomplete: choosing,
    MultiSelect: choosing,
    Select: choosing,
    TagsInput: choosing,
    // A menu may hold nothing but its items.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  },
});
