import { useNavigate, useSearch } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { Page as Frame } from '../../ui/page.tsx';
import { texts } from '../texts.ts';
import { type Change, EventSearch, isFiltered } from './event-search.tsx';
import { useFoundEvents } from './found.ts';

/** The event search; its state is in the URL. */
export function Page() {
  const params = useSearch({ from: '/signed-in/events' });
  const navigate = useNavigate({ from: paths.events });
  const all = useFoundEvents(params);
  const { shown, mistake } = all;
  const change: Change = (next, replace = false) =>
    void navigate({ search: { ...params, offset: undefined, ...next }, replace });
  return (
    <Frame
      title={texts.events.title}
      note={
        shown &&
        !mistake &&
        (isFiltered(params) ? texts.events.matching : texts.events.all)(shown.total)
      }
    >
      <EventSearch
        params={params}
        all={all}
        onChange={change}
        onClear={() => void navigate({ search: {} })}
      />
    </Frame>
  );
}
