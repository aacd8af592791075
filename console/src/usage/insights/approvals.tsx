import { useQuery } from '@tanstack/react-query';
import { Chart } from '../../ui/chart.tsx';
import { dayPoint } from '../../ui/chart-scale.ts';
import { texts } from '../texts.ts';
import { type Approvals, approvalsQuery, type Scope } from './api.ts';
import { LoadedPanel, Remark } from './loaded-panel.tsx';

const text = texts.insights.approvals;

/** How long change requests wait for approval, and then until they are applied. */
export function ApprovalsPanel({ projectId, weeks }: Scope & { weeks: string }) {
  const found = useQuery(approvalsQuery({ projectId }, weeks));
  return (
    <LoadedPanel
      title={text.title}
      found={found}
      note={(data) => (appliedIn(data) === 0 ? undefined : text.sum(appliedIn(data)))}
    >
      {(data) =>
        appliedIn(data) === 0 ? <Remark>{text.empty}</Remark> : <LeadTimes approvals={data} />
      }
    </LoadedPanel>
  );
}

const appliedIn = ({ appliedByWeek }: Approvals) =>
  appliedByWeek.reduce((sum, { requests }) => sum + requests, 0);

function LeadTimes({ approvals }: { approvals: Approvals }) {
  const weeks = approvals.appliedByWeek;
  return (
    <Chart
      label={text.chart(text.sum(appliedIn(approvals)))}
      unit={text.unit}
      points={weeks.map(({ firstDay }) => dayPoint(firstDay))}
      lines={[
        {
          name: text.toApprove,
          colour: 'indigo',
          values: weeks.map(({ medianHoursToApprove }) => medianHoursToApprove),
        },
        {
          name: text.toApply,
          colour: 'teal',
          values: weeks.map(({ medianHoursToApply }) => medianHoursToApply),
        },
      ]}
    />
  );
}
