import { MoonIcon, ScreenIcon, SunIcon } from '../ui/icons.tsx';
import { texts } from './texts.ts';

const { auto, light, dark } = texts.userMenu.schemes;

export const schemes = [
  { scheme: 'auto', label: auto, icon: ScreenIcon },
  { scheme: 'light', label: light, icon: SunIcon },
  { scheme: 'dark', label: dark, icon: MoonIcon },
] as const;
