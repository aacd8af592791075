import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

/** Parts of Mantine that no page uses, so that nobody loads their styles; take one off to use it. */
const unused = [
  ...['ActionBar', 'Affix', 'AngleSlider', 'AspectRatio', 'BackgroundImage', 'Blockquote'],
  ...['Card', 'Cascader', 'CheckboxCard', 'CheckboxIndicator', 'Container', 'DataList'],
  ...['Indicator', 'LoadingOverlay', 'RadioCard', 'RadioIndicator', 'Toggle'],
  ...['Chip', 'ColorInput', 'ColorPicker', 'ColorSwatch', 'Dialog', 'EmptyState'],
  ...['FloatingWindow', 'Image', 'Marquee', 'Menubar', 'OverflowList', 'PinInput', 'Rating'],
  ...['RingProgress', 'RollingNumber', 'Scroller', 'SemiCircleProgress', 'Slider', 'Splitter'],
  ...['Spoiler', 'Stepper', 'TableOfContents', 'Timeline', 'Toolbar', 'Tour', 'Tree', 'TreeSelect'],
  ...['Typography'],
];

const styles = createRequire(import.meta.url).resolve('@mantine/core/styles.css');

/** Leaves the styles of unused parts out, and stops the build where one is used after all. */
export const leanStyles = (): Plugin => ({
  name: 'lean-styles',
  enforce: 'pre',
  transform(code, id) {
    if (id.split('?', 1)[0] === styles) return withoutUnused(code);
    if (id.includes('node_modules')) return undefined;
    const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(code) ?? [];
    const missing = names.split(',').find((name) => unused.includes(name.trim()));
    if (missing) this.error(`${missing.trim()} has no styles: take it off console/lean-styles.ts`);
    return undefined;
  },
});

function withoutUnused(code: string): string {
  return unused.reduce((left, name) => {
    const part = readFileSync(styles.replace('styles.css', `styles/${name}.css`), 'utf8').trim();
    return left.replace(part, '');
  }, code);
}
