import { flagParams } from '../../flags/flags/params.ts';
import { paths, pathTo } from '../../paths.ts';
import { pickParams, stringifySearch } from '../../search-params.ts';

const pickTab = pickParams(['tab', 'query', 'sortBy', 'sortOrder', 'offset']);

/** Those of the flag search; `tab` is in older links. */
export const projectParams = (search: Record<string, unknown>) => ({
  ...flagParams(search),
  ...pickTab(search),
});

const pathsOfTabs: Readonly<Record<string, { path: string; section?: string }>> = {
  overview: { path: paths.project },
  access: { path: paths.projectMembers },
  tokens: { path: paths.projectTokens },
  environments: { path: paths.projectSettingsSection, section: 'environments' },
  integrations: { path: paths.projectSettingsSection, section: 'integrations' },
  transfer: { path: paths.projectSettingsSection, section: 'transfer' },
  settings: { path: paths.projectSettings },
};

/** Where a link with `?tab=` leads; undefined without one. */
export function hrefOfTab(
  projectId: string,
  { tab, ...search }: ReturnType<typeof projectParams>,
): string | undefined {
  if (tab === undefined) return undefined;
  const { path, section = '' } = pathsOfTabs[tab] ?? { path: paths.project };
  return `${pathTo(path, { projectId, section })}${stringifySearch(search)}`;
}
