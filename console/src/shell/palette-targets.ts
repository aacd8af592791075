import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { flagsQuery, projectNamesQuery, segmentNamesQuery } from '../flags/flags/api.ts';
import { useProjectNames } from '../flags/flags/project-name.ts';
import { useMay } from '../identity/session/api.ts';
import { paths, pathTo } from '../paths.ts';
import { FlagIcon, FolderIcon, ShareIcon } from '../ui/icons.tsx';
import { navigation } from './navigation.ts';

type TargetKind = 'flagAction' | 'action' | 'page' | 'flag' | 'project' | 'segment';

/** What the palette finds. */
export type Target = {
  key: string;
  kind: TargetKind;
  label: string;
  note?: string;
  /** Other words to find it by. */
  synonyms?: string;
  icon: typeof FlagIcon;
  run: () => void;
  /** Whether the palette stays, to be replaced by a dialog. */
  opensDialog?: boolean;
};

/** Makes the actions of one kind: those that do something, and those that open a dialog. */
export function actionsOf(kind: 'action' | 'flagAction', onOpen: (dialog: ReactNode) => void) {
  const action = (label: string, icon: Target['icon'], run: () => void): Target => ({
    key: `${kind} ${label}`,
    kind,
    label,
    icon,
    run,
  });
  const opening = (label: string, icon: Target['icon'], dialog: ReactNode): Target => ({
    ...action(label, icon, () => onOpen(dialog)),
    opensDialog: true,
  });
  return { action, opening };
}

/** Few enough of each kind that all kinds are visible. */
const eachMax = 6;

/** What has the text in its name; without a text no flags, projects and segments. */
export function useTargets(text: string, actions: readonly Target[]): Target[] {
  const { mayAnywhere } = useMay();
  const navigate = useNavigate();
  const [query] = useDebouncedValue(text.trim(), 80);
  const typed = text.trim().toLowerCase();
  const found = useQuery({
    ...flagsQuery({ query, limit: '8' }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  const projects = useQuery(projectNamesQuery).data?.projects ?? [];
  const projectName = useProjectNames();
  const segments = useQuery(segmentNamesQuery).data?.segments ?? [];
  const link = (
    kind: TargetKind,
    href: string,
    rest: Pick<Target, 'label' | 'icon'> & { note?: string },
  ): Target => ({
    key: `${kind} ${href}`,
    kind,
    ...rest,
    run: () => void navigate({ href }),
  });
  const pages = navigation
    .filter(({ permission }) => !permission || mayAnywhere(permission))
    .filter(({ label }) => label.toLowerCase().includes(typed))
    .map(({ label, to, icon }) => link('page', to, { label, icon }));
  if (typed === '') {
    const isOfFlag = ({ kind }: Target) => kind === 'flagAction';
    return [...actions.filter(isOfFlag), ...pages, ...actions.filter((each) => !isOfFlag(each))];
  }
  const named = <T extends { name: string }>(items: readonly T[]) =>
    items.filter(({ name }) => name.toLowerCase().includes(typed)).slice(0, eachMax);
  const matching = [
    ...pages,
    ...actions,
    ...(found.data?.features ?? []).map(({ name, project }) =>
      link('flag', pathTo(paths.flag, { projectId: project, featureName: name }), {
        label: name,
        note: projectName(project),
        icon: FlagIcon,
      }),
    ),
    ...named(projects).map(({ id, name }) =>
      link('project', pathTo(paths.project, { projectId: id }), { label: name, icon: FolderIcon }),
    ),
    ...named(segments).map(({ name }) =>
      link('segment', `${paths.segments}?${new URLSearchParams({ query: name })}`, {
        label: name,
        icon: ShareIcon,
      }),
    ),
  ];
  return ranked(matching, typed);
}

/** First the names that begin with the text, then the actions that do; the order is otherwise the same. */
export function ranked<T extends Pick<Target, 'kind' | 'label'>>(
  targets: readonly T[],
  typed: string,
): T[] {
  const rankOf = ({ kind, label }: T) => {
    if (!label.toLowerCase().startsWith(typed)) return 2;
    return kind === 'action' || kind === 'flagAction' ? 1 : 0;
  };
  return targets.toSorted((one, other) => rankOf(one) - rankOf(other));
}
