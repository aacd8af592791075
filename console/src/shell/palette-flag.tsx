import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { lazy, type ReactNode } from 'react';
import type { Flag } from '../../../server/flags/flags/schema.ts';
import { flagQuery } from '../flags/flag/api.ts';
import { useSwitchOrPropose } from '../flags/flags/switch-cell.tsx';
import { type Switching, useFavorite } from '../flags/flags/writes.ts';
import { useMay } from '../identity/session/api.ts';
import { paths, pathTo } from '../paths.ts';
import { copyText } from '../ui/copy-text.ts';
import {
  BoxIcon,
  ChartIcon,
  CopyIcon,
  EditIcon,
  LogIcon,
  PlayIcon,
  StarIcon,
} from '../ui/icons.tsx';
import { toastError } from '../ui/toasts.tsx';
import { actionsOf, type Target } from './palette-targets.ts';
import { texts } from './texts.ts';

const EditFlag = lazy(() => import('../flags/flag/edit-flag.tsx'));
const Archive = lazy(() => import('../flags/flag/archive.tsx'));
const Propose = lazy(() => import('../flags/flags/propose.tsx'));

type Input = { onClose: () => void; onOpen: (dialog: ReactNode) => void };

/** The actions of the flag on whose page the user is. */
export function useFlagActions({ onClose, onOpen }: Input): Target[] {
  const { projectId = '', featureName = '' } = useParams({ strict: false });
  const key = { projectId, featureName };
  const flag = useQuery({ ...flagQuery(key), enabled: featureName !== '' }).data;
  const { may } = useMay();
  const navigate = useNavigate();
  const favorite = useFavorite();
  const change = useSwitchOrPropose((wanted) => onOpen(<Propose {...wanted} onClose={onClose} />));
  const switchIn = (wanted: Switching) => () =>
    void change(wanted).then((proposed) => proposed || onClose(), toastError);
  if (!flag || featureName === '') return [];
  const { name, project } = flag;
  const { action, opening } = actionsOf('flagAction', onOpen);
  const tab = (search: string) => () => {
    void navigate({ href: `${pathTo(paths.flag, key)}${search}` });
  };
  const star = flag.favorite ? texts.palette.noFavorite : texts.palette.makeFavorite;
  const switched = flag.environments.filter(
    (each) => !flag.archived && may('UPDATE_FEATURE_ENVIRONMENT', project, each.name),
  );
  return [
    ...switched.map((each) => {
      const run = switchIn({ flag, environment: each.name, enabled: !each.enabled });
      const labelOf = each.enabled ? texts.palette.switchOff : texts.palette.switchOn;
      return { ...action(labelOf(each.name), PlayIcon, run), opensDialog: true };
    }),
    action(texts.palette.showUsage, ChartIcon, tab('?tab=usage')),
    action(texts.palette.showHistory, LogIcon, tab('?tab=history')),
    action(texts.palette.copyName, CopyIcon, () => void copyText(name, texts.palette.copied(name))),
    action(star, StarIcon, () => favorite.mutate({ flag, favorite: !flag.favorite })),
    ...changes({ flag, may, onClose, opening }),
  ];
}

type ChangesInput = {
  flag: Flag;
  may: ReturnType<typeof useMay>['may'];
  onClose: () => void;
  opening: ReturnType<typeof actionsOf>['opening'];
};

function changes({ flag, may, onClose, opening }: ChangesInput): Target[] {
  if (flag.archived) return [];
  return [
    ...(may('UPDATE_FEATURE', flag.project)
      ? [opening(texts.palette.edit, EditIcon, <EditFlag flag={flag} onClose={onClose} />)]
      : []),
    ...(may('DELETE_FEATURE', flag.project)
      ? [opening(texts.palette.archive, BoxIcon, <Archive flag={flag} onClose={onClose} />)]
      : []),
  ];
}
