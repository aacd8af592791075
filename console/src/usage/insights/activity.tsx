import { useQuery } from '@tanstack/react-query';
import { Chart } from '../../ui/chart.tsx';
import { dayPoint } from '../../ui/chart-scale.ts';
import { texts } from '../texts.ts';
import { type Activity, activityQuery, type Scope } from './api.ts';
import { LoadedPanel, Remark } from './loaded-panel.tsx';

const { changes, live } = texts.insights;

/** How often flags change, and how long new ones take until they are live. */
export function ActivityPanels({ projectId, weeks }: Scope & { weeks: string }) {
  const found = useQuery(activityQuery({ projectId }, weeks));
  return (
    <>
      <LoadedPanel
        title={changes.title}
        found={found}
        note={(data) => changes.sum(changesIn(data))}
      >
        {(data) =>
          changesIn(data) === 0 ? <Remark>{changes.empty}</Remark> : <Changes activity={data} />
        }
      </LoadedPanel>
      <LoadedPanel
        title={live.title}
        found={found}
        note={(data) => (wentLive(data) === 0 ? undefined : live.sum(wentLive(data)))}
      >
        {(data) =>
          wentLive(data) === 0 ? <Remark>{live.empty}</Remark> : <Live activity={data} />
        }
      </LoadedPanel>
    </>
  );
}

export const changesIn = ({ changesByDay }: Activity) =>
  changesByDay.reduce(
    (sum, { production, otherEnvironments, noEnvironment }) =>
      sum + production + otherEnvironments + noEnvironment,
    0,
  );

const wentLive = ({ wentLiveByWeek }: Activity) =>
  wentLiveByWeek.reduce((sum, { flags }) => sum + flags, 0);

const kinds = [
  { kind: 'production', colour: 'pink' },
  { kind: 'otherEnvironments', colour: 'teal' },
  { kind: 'noEnvironment', colour: 'indigo' },
] as const;

function Changes({ activity }: { activity: Activity }) {
  const days = activity.changesByDay;
  return (
    <>
      <Chart
        label={changes.chart(changes.sum(changesIn(activity)), days.length)}
        points={days.map(({ day }) => dayPoint(day))}
        isRunning
        lines={kinds.map(({ kind, colour }) => ({
          name: changes[kind],
          colour,
          values: days.map((day) => day[kind]),
        }))}
      />
      <Remark>{changes.explanation}</Remark>
    </>
  );
}

function Live({ activity }: { activity: Activity }) {
  const weeks = activity.wentLiveByWeek;
  return (
    <>
      <Chart
        label={live.chart(live.sum(wentLive(activity)))}
        unit={live.unit}
        points={weeks.map(({ firstDay }) => dayPoint(firstDay))}
        lines={[
          {
            name: live.median,
            colour: 'indigo',
            values: weeks.map(({ medianDays }) => medianDays),
          },
        ]}
      />
      <Remark>{live.explanation}</Remark>
    </>
  );
}
