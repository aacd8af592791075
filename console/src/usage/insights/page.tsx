import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page as Frame } from '../../ui/page.tsx';
import { texts } from '../texts.ts';
import { Insights, RangeControl } from './insights.tsx';

/** Of all projects that the caller may see. */
export function Page() {
  const { weeks } = useSearch({ from: '/signed-in/insights' });
  const navigate = useNavigate({ from: '/insights' });
  return (
    <Frame
      title={texts.insights.title}
      note={texts.insights.note}
      actions={
        <RangeControl
          weeks={weeks}
          onChange={(next) => void navigate({ search: { weeks: next }, resetScroll: false })}
        />
      }
    >
      <Insights weeks={weeks} />
    </Frame>
  );
}
