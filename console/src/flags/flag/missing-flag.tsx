import { paths } from '../../paths.ts';
import Missing from '../../ui/missing.tsx';
import { useProjectName } from '../flags/project-name.ts';
import type { FlagKey } from './api.ts';
import { texts } from './texts.ts';

const t = texts.missing;

/** Where a flag may be that is not in this project. */
export default function MissingFlag({ flag: { projectId, featureName } }: { flag: FlagKey }) {
  return (
    <Missing
      title={t.title(featureName, useProjectName(projectId))}
      note={t.note}
      links={[
        { label: t.search, to: paths.flags, search: { q: featureName } },
        { label: t.archive, to: paths.archive },
      ]}
    />
  );
}
