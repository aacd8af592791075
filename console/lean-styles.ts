import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

/** Mantine components that no page uses; remove a name here before using the component. */
const unused = [
  'ActionBar',
  'Affix',
  'AngleSlider',
  'AppShell',
  'AspectRatio',
  'BackgroundImage',
  'Blockquote',
  'Card',
  'Cascader',
  'CheckboxCard',
  'CheckboxIndicator',
  'Container',
  'DataList',
  'Indicator',
  'LoadingOverlay',
  'RadioCard',
  'RadioIndicator',
  'Toggle',
  'Chip',
  'ColorInput',
  'ColorPicker',
  'ColorSwatch',
  'Dialog',
  'EmptyState',
  'FloatingWindow',
  'Image',
  'Marquee',
  'Menubar',
  'OverflowList',
  'PinInput',
  'Rating',
  'RingProgress',
  'RollingNumber',
  'Scroller',
  'SemiCircleProgress',
  'Slider',
  'Splitter',
  'Spoiler',
  'Stepper',
  'TableOfContents',
  'Timeline',
  'Toolbar',
  'Tour',
  'Tree',
  'TreeSelect',
  'Typography',
];

const styles = createRequire(import.meta.url).resolve('@mantine/core/styles.css');

/** Drops the styles of unused components and fails the build when one of them is imported. */
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
