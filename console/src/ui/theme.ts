import { createTheme, DEFAULT_THEME, type MantineColorsTuple } from '@mantine/core';
import { language } from '../language.ts';

/** Mantine's muted grey has too little contrast for small text; this one has 4.5. */
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

/** Replaces shades for sufficient contrast: 9 on a light tint, 7 under white text, 4 on dark. */
const readable = (
  name: 'indigo' | 'red' | 'orange' | 'yellow' | 'teal' | 'green',
  shades: Record<number, string>,
): MantineColorsTuple =>
  DEFAULT_THEME.colors[name].map(
    (colour, shade) => shades[shade] ?? colour,
  ) as unknown as MantineColorsTuple;

/** The option list scrolls itself, so that keyboard navigation needs no focusable scroll area. */
const scrollingList = {
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
    Autocomplete: scrollingList,
    DateTimePicker: { defaultProps: { locale: language } },
    MultiSelect: scrollingList,
    Select: scrollingList,
    TagsInput: scrollingList,
    // A menu may contain only menu items.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  },
});
