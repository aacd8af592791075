import { useCallbackRef } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { Page as Frame } from '../../ui/page.tsx';
import { parseFilter } from '../../ui/set-filter.ts';
import { type Change, FlagSearch, useFoundFlags } from './flag-search.tsx';
import { NewFlag } from './new-flag.tsx';
import { texts } from './texts.ts';

/** The flag search; its state is in the URL. */
export function Page() {
  const params = useSearch({ from: '/signed-in/flags' });
  const navigate = useNavigate({ from: paths.flags });
  const all = useFoundFlags(params);
  const change = useCallbackRef<Change>(
    (next, replace = false) =>
      void navigate({ search: { ...params, offset: undefined, ...next }, replace }),
  );
  return (
    <Frame
      title={texts.title}
      note={
        all.count !== undefined &&
        (all.filtered ? texts.matching(all.count) : texts.total(all.count))
      }
      actions={<NewFlag project={parseFilter(params.project)?.values[0]} />}
    >
      <FlagSearch
        params={params}
        all={all}
        onChange={change}
        onClear={() => void navigate({ search: {} })}
      />
    </Frame>
  );
}
