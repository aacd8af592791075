import { useMantineColorScheme } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { lazy, type ReactNode } from 'react';
import { useMay } from '../identity/session/api.ts';
import { useSignOut } from '../identity/session/sign-out.ts';
import {
  FlagIcon,
  FolderIcon,
  HelpIcon,
  MoonIcon,
  PersonIcon,
  ScreenIcon,
  ShareIcon,
  SunIcon,
} from '../ui/icons.tsx';
import { texts } from '../ui/texts.ts';
import { useFlagActions } from './palette-flag.tsx';
import type { Target } from './palette-targets.ts';

const CreateFlag = lazy(() => import('../flags/flags/create-flag.tsx'));
const ProjectForm = lazy(() => import('../projects/projects/project-form.tsx'));
const Shortcuts = lazy(() => import('../ui/shortcuts.tsx'));
const SegmentForm = lazy(() => import('../flags/segments/segment-form.tsx'));

type Input = {
  /** What their labels must contain. */
  text: string;
  onClose: () => void;
  onOpen: (dialog: ReactNode) => void;
};

/** The actions of the palette; on the page of a flag also those of the flag. */
export function useActions({ text, onClose, onOpen }: Input): { targets: Target[] } {
  const { projectId } = useParams({ strict: false });
  const { may, mayAnywhere } = useMay();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const ofFlag = useFlagActions({ onClose, onOpen });
  const opening = (label: string, icon: Target['icon'], dialog: ReactNode): Target => ({
    ...action(label, icon, () => onOpen(dialog)),
    opensDialog: true,
  });
  const all = [
    ...ofFlag,
    mayAnywhere('CREATE_FEATURE') &&
      opening('New flag…', FlagIcon, <CreateFlag project={projectId} onClose={onClose} />),
    may('CREATE_PROJECT') && opening('New project…', FolderIcon, <ProjectForm onClose={onClose} />),
    (may('CREATE_SEGMENT') || mayAnywhere('UPDATE_PROJECT_SEGMENT')) &&
      opening('New segment…', ShareIcon, <SegmentForm item={undefined} onClose={onClose} />),
    ...schemes
      .filter(({ scheme }) => scheme !== colorScheme)
      .map(({ scheme, label, icon }) => action(label, icon, () => setColorScheme(scheme))),
    opening(texts.shortcuts.title, HelpIcon, <Shortcuts onClose={onClose} />),
    action('Sign out', PersonIcon, () => signOut.mutate()),
  ];
  const typed = text.trim().toLowerCase();
  const targets = all.filter((each) => each !== false);
  return { targets: targets.filter(({ label }) => label.toLowerCase().includes(typed)) };
}

const schemes = [
  { scheme: 'auto', label: 'Colours: as the system', icon: ScreenIcon },
  { scheme: 'light', label: 'Colours: light', icon: SunIcon },
  { scheme: 'dark', label: 'Colours: dark', icon: MoonIcon },
] as const;

const action = (label: string, icon: Target['icon'], run: () => void): Target => ({
  ...{ key: `action ${label}`, kind: 'action', label, icon, run },
});
