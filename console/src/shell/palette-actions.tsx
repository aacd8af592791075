import { useMantineColorScheme } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { lazy, type ReactNode } from 'react';
import { useMay } from '../identity/session/api.ts';
import { useSignOut } from '../identity/session/sign-out.ts';
import { FlagIcon, FolderIcon, HelpIcon, PersonIcon, ShareIcon } from '../ui/icons.tsx';
import { schemes } from './colour-schemes.ts';
import { useFlagActions } from './palette-flag.tsx';
import { actionsOf, type Target } from './palette-targets.ts';
import { texts } from './texts.ts';

const CreateFlag = lazy(() => import('../flags/flags/create-flag.tsx'));
const ProjectForm = lazy(() => import('../projects/projects/project-form.tsx'));
const Shortcuts = lazy(() => import('../ui/shortcuts/shortcuts.tsx'));
const SegmentForm = lazy(() => import('../flags/segments/segment-form.tsx'));

type Input = {
  /** What their labels must contain. */
  text: string;
  onClose: () => void;
  onOpen: (dialog: ReactNode) => void;
};

/** The actions of the palette; on the page of a flag also those of the flag. */
export function useActions({ text, onClose, onOpen }: Input): Target[] {
  const { projectId } = useParams({ strict: false });
  const { may, mayAnywhere } = useMay();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const ofFlag = useFlagActions({ onClose, onOpen });
  const { action, opening } = actionsOf('action', onOpen);
  const creating = (...input: Parameters<typeof opening>) => ({
    ...opening(...input),
    synonyms: texts.palette.createSynonyms,
  });
  const all = [
    ...ofFlag,
    mayAnywhere('CREATE_FEATURE') &&
      creating(
        texts.palette.newFlag,
        FlagIcon,
        <CreateFlag project={projectId} onClose={onClose} />,
      ),
    may('CREATE_PROJECT') &&
      creating(texts.palette.newProject, FolderIcon, <ProjectForm onClose={onClose} />),
    (may('CREATE_SEGMENT') || mayAnywhere('UPDATE_PROJECT_SEGMENT')) &&
      creating(
        texts.palette.newSegment,
        ShareIcon,
        <SegmentForm item={undefined} onClose={onClose} />,
      ),
    ...schemes
      .filter(({ scheme }) => scheme !== colorScheme)
      .map(({ scheme, label, icon }) =>
        action(texts.palette.colours(label), icon, () => setColorScheme(scheme)),
      ),
    opening(texts.userMenu.shortcuts, HelpIcon, <Shortcuts onClose={onClose} />),
    action(texts.userMenu.signOut, PersonIcon, () => signOut.mutate()),
  ];
  const words = text.trim().toLowerCase().split(/\s+/);
  return all
    .filter((each) => each !== false)
    .filter(({ label, synonyms }) => {
      const known = [label, synonyms ?? ''].join(' ').toLowerCase();
      return words.every((word) => known.includes(word));
    });
}
