import { useQuery } from '@tanstack/react-query';
import { paths } from '../../paths.ts';
import Missing from '../../ui/missing.tsx';
import { projectNamesQuery } from '../flags/api.ts';
import type { FlagKey } from './api.ts';
import { texts } from './texts.ts';

const t = texts.missing;

/** Where a flag may be that is not in this project. */
export default function MissingFlag({ flag: { projectId, featureName } }: { flag: FlagKey }) {
  const projects = useQuery(projectNamesQuery).data?.projects ?? [];
  const project = projects.find(({ id }) => id === projectId)?.name ?? projectId;
  return (
    <Missing
      title={t.title(featureName, project)}
      note={t.note}
      links={[
        { label: t.search, to: paths.flags, search: { q: featureName } },
        { label: t.archive, to: paths.archive },
      ]}
    />
  );
}
