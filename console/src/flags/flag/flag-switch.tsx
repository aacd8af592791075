import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { RowState } from '../../ui/row.tsx';
import { SwitchCell, useSwitches } from '../flags/switch-cell.tsx';

/** The switch outside a list, also for those who may only propose to use it; archived flags are off. */
export function FlagSwitch({ flag, environment }: { flag: Flag; environment: string }) {
  const { switches, dialog } = useSwitches([flag]);
  if (flag.archived) return <RowState on={false} />;
  return (
    <>
      <SwitchCell flag={flag} environment={environment} switches={switches} />
      {dialog}
    </>
  );
}
