import { paths } from '../paths.ts';
import { FlagIcon, ReviewIcon } from '../ui/icons.tsx';

export type Entry = {
  label: string;
  to: string;
  icon: typeof FlagIcon;
  /** Held anywhere, this permission shows the entry; without one, everybody sees it. */
  permission?: string;
  /** The heading it stands under. */
  section?: 'Work' | 'Set up' | 'Access';
};

/** The pages one can go to without being led there, in the order of the menu. */
export const navigation: readonly Entry[] = [
  { label: 'Flags', to: paths.flags, icon: FlagIcon, section: 'Work' },
  { label: 'Change requests', to: paths.changeRequests, icon: ReviewIcon, section: 'Work' },
];
