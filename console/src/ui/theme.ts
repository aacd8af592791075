import { type CSSVariablesResolver, createTheme } from '@mantine/core';
import { language } from '../language.ts';
import { ink, palette } from './palette.ts';
import { texts } from './texts.ts';

/** A header in a dialog is not the banner of the page. */
const noBanner = { defaultProps: { role: 'none' } };

const closable = {
  defaultProps: { closeButtonProps: { 'aria-label': texts.common.close } },
};

/** The option list scrolls itself, so that keyboard navigation needs no focusable scroll area. */
const scrollingList = {
  defaultProps: {
    withScrollArea: false,
    styles: { options: { maxHeight: 240, overflowY: 'auto' } },
  },
};

const scaled = (px: number) => `calc(${px / 16}rem * var(--mantine-scale))`;

const heading = (px: number, lineHeight: string) => ({ fontSize: scaled(px), lineHeight });

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 7,
  colors: palette,
  black: ink,
  defaultRadius: 'md',
  respectReducedMotion: true,
  autoContrast: true,
  fontSmoothing: true,
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace:
    '"JetBrains Mono Variable", ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  // One scale of type: 12 notes, 13 controls and tables, 14 text, 16 and 18 headings of parts, 22 the page.
  fontSizes: { xs: scaled(12), sm: scaled(13), md: scaled(14), lg: scaled(16), xl: scaled(18) },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: heading(26, '1.25'),
      h2: heading(22, '1.3'),
      h3: heading(18, '1.35'),
      h4: heading(16, '1.4'),
      h5: heading(14, '1.45'),
      h6: heading(13, '1.5'),
    },
  },
  // One scale of space, in steps of 4.
  spacing: { xs: scaled(8), sm: scaled(12), md: scaled(16), lg: scaled(20), xl: scaled(32) },
  components: {
    Autocomplete: scrollingList,
    DateTimePicker: { defaultProps: { locale: language } },
    Drawer: closable,
    DrawerHeader: noBanner,
    Modal: closable,
    ModalHeader: noBanner,
    // Chosen options are shown in the box.
    MultiSelect: { defaultProps: { ...scrollingList.defaultProps, hidePickedOptions: true } },
    Select: scrollingList,
    TagsInput: scrollingList,
    // A menu may contain only menu items.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  },
});

/** Tinted badges and notes: on dark pages a little colour over the surface, with text of the same colour. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: Object.fromEntries(glowing.flatMap((name) => [filled(name, 6), textOf(name, 8)])),
  dark: Object.fromEntries([
    ...glowing.map((name) => filled(name, 5)),
    ...Object.keys(palette).flatMap((name) => [
      [`--mantine-color-${name}-light`, tint(name, 20)],
      [`--mantine-color-${name}-light-hover`, tint(name, 30)],
      [`--mantine-color-${name}-light-color`, `var(--mantine-color-${name}-3)`],
    ]),
  ]),
});

/** Brown where dark enough for white text, which bars and dots do not have. */
const glowing = ['yellow', 'orange'];

const filled = (name: string, shade: number) => [
  `--mantine-color-${name}-filled`,
  `var(--mantine-color-${name}-${shade})`,
];

const textOf = (name: string, shade: number) => [
  `--mantine-color-${name}-text`,
  `var(--mantine-color-${name}-${shade})`,
];

const tint = (name: string, percent: number) =>
  `color-mix(in srgb, var(--mantine-color-${name}-6) ${percent}%, var(--mantine-color-dark-7))`;
